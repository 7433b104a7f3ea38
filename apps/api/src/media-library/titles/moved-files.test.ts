import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDisk } from '#media-library/folder/disk.ts';
import { scanDirectory } from '#media-library/folder/scan-directory.ts';
import { createLibraryIndex, type LibraryIndex } from './library-index.ts';
import { createOwnStores } from './own-stores.ts';
import { readIdentities } from './recognize-moved.ts';

const { signal } = new AbortController();

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Scans the folders one after another, as after a start with what the index knew before. */
async function scanned(folders: readonly string[], before?: LibraryIndex): Promise<LibraryIndex> {
  const index = createLibraryIndex({ now: Date.now, isTaken: () => false });
  if (before) index.load(before.titles(), before.files());
  const segments = { get: async () => undefined };
  const own = createOwnStores({ index, now: Date.now, segments, posterOf: () => null });
  const stores = folders.map((folder) => createDisk(folder));
  const feeds = stores.map((store) => own.addStore(store).feed);
  for (const [at, store] of stores.entries()) {
    const scan = await scanDirectory({ store, folder: '', around: [], before: undefined, signal });
    feeds[at]?.put({ folder: '', scan, parents: [] });
    await feeds[at]?.settle({ isWhole: true, failed: [], signal });
  }
  for (const [storeId, store] of own.folders)
    await readIdentities({ index, storeId, store }, signal);
  return index;
}

const presentTitles = (index: LibraryIndex) =>
  index.files().flatMap((file) => (file.missingSince === null ? file.titleId : []));

test.each([
  ['before', 0, 1],
  ['after', 1, 0],
])('a home video keeps its id in a folder that is scanned %s the old one', async (_, to, from) => {
  const folders = [await temporaryFolder(), await temporaryFolder()];
  const [target = '', source = ''] = [folders[to], folders[from]];
  await writeFile(join(source, 'birthday.mp4'), 'candles');
  const before = await scanned(folders);
  expect(presentTitles(before)).toHaveLength(1);
  await rename(join(source, 'birthday.mp4'), join(target, 'party.mp4'));
  expect(presentTitles(await scanned(folders, before))).toEqual(presentTitles(before));
});
