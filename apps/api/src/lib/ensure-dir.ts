import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A folder with all its parents; true when it was not there. Node's own way goes round for ever where the parent is
 * there and nothing can be made in it, as in /proc.
 */
export function ensureDir(folder: string, mode?: number): boolean {
  try {
    mkdirSync(folder, mode);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error;
  }
  ensureDir(dirname(folder), mode);
  return ensureDir(folder, mode);
}
