// A separate file system, which can be full. Only root can mount one, and not in every container.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../../apps/api/src/database/errors.ts';

/** Returns false if no file system can be mounted here. */
export const mountDisk = (folder: string, bytes: number): boolean =>
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status === 0;

export const unmountDisk = (folder: string): void => void spawnSync('umount', ['-l', folder]);

/** Fills all but `leftBytes`, and returns the file to delete. A database may be faster and take the space itself. */
export function fillDisk(folder: string, leftBytes: number): string {
  const { bavail, bsize } = fs.statfsSync(folder);
  const file = path.join(folder, 'filler');
  try {
    fs.writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
  } catch (error) {
    if (!hasCode(error, 'ENOSPC')) throw error;
  }
  return file;
}
