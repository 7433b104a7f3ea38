import { chmodSync, readdirSync, statSync, type Stats } from 'node:fs';
import { getuid } from 'node:process';

/** Entries that Matinee creates in DATA_DIR, and `lost+found`, which file systems create. */
const KNOWN: ReadonlySet<string> = new Set(['postgres', 'secrets', 'lost+found']);

/**
 * Closes a DATA_DIR that other accounts can read. A folder of another account, or with other
 * entries, is only reported, because it may be shared on purpose.
 */
export function closeDataFolder(folder: string, warn: (message: string) => void): void {
  const before = statSync(folder, { throwIfNoEntry: false });
  if (!before?.isDirectory() || (before.mode & 0o077) === 0) return;
  try {
    if (isOwnedByServer(folder, before)) chmodSync(folder, 0o700);
  } catch {
    // A mounted volume may not allow it; the warning follows.
  }
  if ((statSync(folder).mode & 0o007) === 0) return;
  warn(`other users of this machine can read DATA_DIR: run chmod 700 ${folder}`);
}

const isOwnedByServer = (folder: string, { uid }: Stats): boolean =>
  uid === getuid?.() && readdirSync(folder).every((name) => KNOWN.has(name));
