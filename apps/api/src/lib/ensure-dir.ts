import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Returns true if it was missing. Node's recursive mkdir loops forever if the parent
 * exists but no entry can be created, as in /proc.
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
