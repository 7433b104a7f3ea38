// Bounds what the compressed rows of a backup may grow to: a small file could otherwise fill the disk of the database.
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

/** Rows take up more in the database, with their indexes and its log. */
const GROWTH = 2;
/** Rows of progress shrink to a fifth, and rows that repeat each other to a 220th. */
const MAX_RATIO = 500;
/** Small backups may shrink more. */
const ALWAYS_BYTES = 256 * 1024 * 1024;
const MEGABYTE = 1_000_000;

/** `freeBytes` is undefined where the disk of the database is unknown. */
export function rowsLimit(fileBytes: number, freeBytes: number | undefined): RowsLimit {
  if (freeBytes === undefined) {
    const message = `Its rows are more than ${MAX_RATIO} times as large as the file, so Matinee didn't make it.`;
    return { maxBytes: Math.max(ALWAYS_BYTES, MAX_RATIO * fileBytes), message, bytes: 0 };
  }
  const free = Math.floor(freeBytes / MEGABYTE);
  const message = `There is not enough free space for the rows of the backup: ${free} MB are free, and at least twice the size of the rows is needed. Free up space, then restore.`;
  return { maxBytes: Math.floor(freeBytes / GROWTH), message, bytes: 0 };
}

/** Passes the rows of a table on, and fails as soon as they exceed the limit. */
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

/** Throws if the rows of an unpacked backup exceed the limit. Damaged tables are reported when they are loaded. */
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
