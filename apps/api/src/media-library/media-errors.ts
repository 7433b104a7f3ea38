/** The file has changed since it was opened. */
export class FileChangedError extends Error {
  override name = 'FileChanged';
}

/** The file's structure is damaged, or too large for a movie. */
export class InvalidMediaError extends Error {
  override name = 'InvalidMedia';
}
