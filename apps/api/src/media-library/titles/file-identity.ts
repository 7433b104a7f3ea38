// Recognizes a file by its content, wherever it is and whatever its name.
import { createHash } from 'node:crypto';
import { readPart, type FileStore } from '#media-library/folder/file-store.ts';

const SAMPLE_BYTES = 64 * 1024;

/** A hash of the size and of samples from the beginning, the middle and the end; throws if they can't be read. */
export async function fileIdentity(
  store: Pick<FileStore, 'open'>,
  { path, size }: { readonly path: string; readonly size: number },
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256').update(`${size}\n`);
  const last = Math.max(0, size - SAMPLE_BYTES);
  for (const from of new Set([0, Math.floor(last / 2), last]))
    hash.update(await readPart(store, path, { from, maxBytes: SAMPLE_BYTES, signal }));
  return hash.digest('base64url');
}
