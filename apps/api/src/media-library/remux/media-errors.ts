/** The file isn't what it was when it was opened. */
export class FileChangedError extends Error {
  override name = 'FileChanged';
}

/** The file's structure is damaged, or too large to be one of a movie. */
export class InvalidMediaError extends Error {
  override name = 'InvalidMedia';
}
