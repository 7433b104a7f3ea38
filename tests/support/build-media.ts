import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from '../../apps/api/src/database/errors.ts';
import { isAlive } from '../../apps/api/src/database/embedded/postmaster.ts';

const HOME = join(import.meta.dirname, '..', '.media');

/**
 * A folder of test media, created if this recipe has not created it yet. Safe to call from several processes at once:
 * one creates it, and the others wait, because encoding the same again would take the cores from them.
 */
export async function buildMediaOnce(
  recipe: string,
  name: string,
  make: (draft: string) => Promise<unknown>,
): Promise<string> {
  const version = createHash('sha256')
    .update(await readFile(recipe))
    .digest('hex');
  const folder = join(HOME, `${name}-${version.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  await mkdir(HOME, { recursive: true });
  const lock = `${folder}.lock`;
  while (!(await takeLock(lock))) {
    if (existsSync(folder)) return folder;
    await delay(100);
  }
  try {
    if (!existsSync(folder)) await build(folder, make);
  } finally {
    await rm(lock, { force: true });
  }
  return folder;
}

/** False while a living process has the lock. A symbolic link has its content, the pid, from its creation on. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await symlink(String(process.pid), lock);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const owner = await readlink(lock).catch(() => undefined);
  if (owner !== undefined && !isAlive(Number(owner))) await rm(lock, { force: true });
  return false;
}

async function build(folder: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = await mkdtemp(join(HOME, 'draft-'));
  try {
    await make(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Two processes may have found the lock of a dead one.
    if (!existsSync(folder)) throw error;
  }
}
