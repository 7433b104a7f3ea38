// Detects a full disk from failed writes, or from the free space in the embedded server's folder.
import { statfs } from 'node:fs/promises';
import { reason } from './errors.ts';
import { throttleLog } from '#lib/throttle-log.ts';

export interface DiskSpaceOptions {
  /** The folder that the embedded server writes to. Undefined for an external server. */
  readonly folder?: string | undefined;
  readonly warn: (message: string) => void;
  /** Milliseconds. */
  readonly now: () => number;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface DiskSpace {
  /** Call it when a write failed because the disk is full. */
  readonly failed: (error: unknown) => void;
  /** Returns whether writes fail. Calls `tryWrite` only after a write has failed. */
  readonly isFull: (tryWrite: () => Promise<void>) => Promise<boolean>;
}

/** PostgreSQL stops when there is no space for its next log segment of 16 MiB. This is the size of two. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export function createDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { folder, warn, now, freeBytes = freeBytesOf } = options;
  const warnOfFullDisk = throttleLog(warn, now);
  let hasFailed = false;

  const failed = (error: unknown): void => {
    hasFailed = true;
    warnOfFullDisk(`the disk is full, free up space for the database: ${reason(error)}`);
  };

  const isLow = async (): Promise<boolean> => {
    if (folder === undefined) return false;
    // If the free space is unknown, assume there is some.
    const free = await freeBytes(folder).catch(() => Infinity);
    if (free < MIN_FREE_BYTES)
      failed(new Error(`${Math.floor(free / 2 ** 20)} MiB left in ${folder}`));
    return free < MIN_FREE_BYTES;
  };

  return {
    failed,
    isFull: async (tryWrite) => {
      if (await isLow()) return true;
      if (!hasFailed) return false;
      try {
        await tryWrite();
      } catch (error) {
        failed(error);
        return true;
      }
      hasFailed = false;
      warn('the disk has space again');
      return false;
    },
  };
}
