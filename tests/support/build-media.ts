import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const HOME = join(import.meta.dirname, '..', '.media');

/**
 * A folder of test media, created if this recipe has not created it yet. Safe to call from several processes at once:
 * each creates its own, and the first to finish is kept.
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
  const draft = await mkdtemp(join(HOME, 'draft-'));
  try {
    await make(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
