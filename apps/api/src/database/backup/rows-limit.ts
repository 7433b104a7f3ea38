// Limits the uncompressed size of a backup's rows. A small file could otherwise fill the database's disk.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError, tableFile, type BackupManifest } from './archive.ts';

/** Counts the bytes of all tables together. */
export interface RowsLimit {
  readonly maxBytes: number;
  readonly message: string;
  bytes: number;
}

/** Rows take more space in the database, because of indexes and the log. */
const GROWTH = 2;
/** Rows of progress compress to a fifth, and repetitive rows to a 220th. */
const MAX_RATIO = 500;
/** Always allowed, because small backups may compress better. */
const ALWAYS_BYTES = 256 * 1024 * 1024;
const MEGABYTE = 1_000_000;

/** `freeBytes`: undefined if the database's disk is unknown. */
export function rowsLimit(fileBytes: number, freeBytes: number | undefined): RowsLimit {
  if (freeBytes === undefined) {
    const message = `Its rows are more than ${MAX_RATIO} times as large as the file, so Matinee didn't make it.`;
    return { maxBytes: Math.max(ALWAYS_BYTES, MAX_RATIO * fileBytes), message, bytes: 0 };
  }
  const free = Math.floor(freeBytes / MEGABYTE);
  const message = `There is not enough free space for the rows of the backup: ${free} MB are free, and at least twice the size of the rows is needed. Free up space, then restore.`;
  return { maxBytes: Math.floor(freeBytes / GROWTH), message, bytes: 0 };
}

/** Yields the rows of a table. Fails as soon as they exceed the limit. */
export async function* limited(
  chunks: AsyncIterable<Buffer>,
  limit: RowsLimit | undefined,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    if (limit) limit.bytes += chunk.length;
    if (limit && limit.bytes > limit.maxBytes) throw new BackupError(limit.message);
    yield chunk;
  }
}

/** Throws if the rows of an unpacked backup exceed the limit. Ignores damaged tables: loading them reports that. */
export async function requireWithin(
  limit: RowsLimit,
  { tables }: BackupManifest,
  folder: string,
): Promise<void> {
  for (const { name } of tables) {
    await pipeline(
      createReadStream(tableFile(folder, name)),
      createGunzip(),
      (chunks: AsyncIterable<Buffer>) => limited(chunks, limit),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const _chunk of chunks);
      },
    ).catch((error: unknown) => {
      if (error instanceof BackupError) throw error;
    });
  }
}
