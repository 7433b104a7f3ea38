// Recognizes a file by its content, regardless of its path.
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { readPart, type FileStore } from '#media-library/folder/file-store.ts';
import type { LibraryIndex } from '../index/library-index.ts';

const SAMPLE_BYTES = 64 * 1024;

/** Hashes the size, and samples from the beginning, middle and end. Throws if the file can't be read. */
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

/** Leaves time for viewers' requests between two files. */
const PAUSE_MS = 20;

interface IdentifiedStore {
  readonly index: LibraryIndex;
  readonly storeId: string;
  readonly store: Pick<FileStore, 'open'>;
}

/** Reads missing identities, one after another. They are needed to recognize a later move. */
export async function readIdentities(
  { index, storeId, store }: IdentifiedStore,
  signal: AbortSignal,
): Promise<void> {
  for (const { path, size, identity, missingSince } of index.filesIn(storeId)) {
    if (identity !== null || size === null || missingSince !== null) continue;
    signal.throwIfAborted();
    // Skip a file that can't be read. The next scan tries again.
    const found = await fileIdentity(store, { path, size }, signal).catch(() => undefined);
    const file = index.fileAt(storeId, path);
    if (found !== undefined && file?.size === size) index.putFile({ ...file, identity: found });
    await setTimeout(PAUSE_MS, undefined, { signal });
  }
}
