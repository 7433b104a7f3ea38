import { copyFile, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDisk } from '#media-library/folder/disk.ts';
import { scanDirectory } from '#media-library/folder/scan-directory.ts';
import { readIdentities } from './file-identity.ts';
import { createLibraryIndex, type LibraryIndex } from '../index/library-index.ts';
import { createLibraryStores } from '../library-stores.ts';

const { signal } = new AbortController();

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Scans the folders one after another, like after a start with a loaded index. */
async function scanned(folders: readonly string[], before?: LibraryIndex): Promise<LibraryIndex> {
  const index = createLibraryIndex({ now: Date.now, isTaken: () => false });
  if (before) index.load(before.titles(), before.files());
  const segments = { get: async () => undefined };
  const library = createLibraryStores({ index, now: Date.now, segments, posterOf: () => null });
  const stores = folders.map((folder) => createDisk(folder));
  const indexers = stores.map((store) => library.addStore(store).indexer);
  for (const [at, store] of stores.entries()) {
    const scan = await scanDirectory({ store, folder: '', around: [], before: undefined, signal });
    indexers[at]?.put({ folder: '', scan, parents: [] });
    await indexers[at]?.settle({ isComplete: true, failed: [], signal });
  }
  for (const [storeId, store] of library.folders)
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

/** Writes files with different times. All may have the same size. */
async function writeVideo(path: string, content: string): Promise<void> {
  await writeFile(path, content);
  await utimes(path, videoTime, videoTime);
  videoTime += 60;
}
let videoTime = 1_700_000_000;

/** Returns the IDs of titles by the content of their files. */
async function idsByContent(index: LibraryIndex, folders: readonly string[]) {
  const ids = new Map<string, number>();
  const library = createLibraryStores({
    index,
    now: Date.now,
    segments: { get: async () => undefined },
    posterOf: () => null,
  });
  for (const folder of folders) {
    library.addStore(createDisk(folder));
    const storeId = [...library.folders.keys()].at(-1) ?? '';
    for (const { path, titleId, missingSince } of index.filesIn(storeId))
      if (missingSince === null) ids.set(await readFile(join(folder, path), 'utf8'), titleId);
  }
  return ids;
}

test('home videos that swapped their names keep their ids, even with the same size', async () => {
  const folder = await temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writeVideo(at('a.mp4'), 'candles');
  await writeVideo(at('b.mp4'), 'present');
  const before = await scanned([folder]);
  const ids = await idsByContent(before, [folder]);
  await rename(at('a.mp4'), at('c.tmp'));
  await rename(at('b.mp4'), at('a.mp4'));
  await rename(at('c.tmp'), at('b.mp4'));
  const after = await scanned([folder], before);
  expect(presentTitles(before)).toHaveLength(2);
  expect(await idsByContent(after, [folder])).toEqual(ids);
  expect(after.files().filter(({ missingSince }) => missingSince !== null)).toEqual([]);
});

test('no home video loses its id when all names in two folders are shuffled', async () => {
  const folders = [await temporaryFolder(), await temporaryFolder()];
  const places = Array.from({ length: 40 }, (_, at) =>
    join(folders[at % 2] ?? '', `video ${at}.mp4`),
  );
  for (const [at, place] of places.entries())
    await writeVideo(place, at < 20 ? `content ${at + 10}` : `longer content ${'x'.repeat(at)}`);
  const before = await scanned(folders);
  const ids = await idsByContent(before, folders);
  expect(new Set(ids.values()).size).toBe(40);
  // A circle of 29 files with steps of 7, a circle of 8 files, and three files with new names.
  const targets = places.map((place, at) => {
    if (at < 29) return places[(at + 7) % 29] ?? place;
    if (at < 37) return places[29 + ((at - 29 + 3) % 8)] ?? place;
    return place.replace('video', 'renamed');
  });
  for (const place of places) await rename(place, `${place}.tmp`);
  for (const [at, place] of places.entries()) await rename(`${place}.tmp`, targets[at] ?? place);
  const after = await scanned(folders, before);
  expect(await idsByContent(after, folders)).toEqual(ids);
  // Move the files again, like after another start.
  for (const target of targets) await rename(target, `${target}.tmp`);
  for (const [at, target] of targets.entries()) await rename(`${target}.tmp`, places[at] ?? target);
  expect(await idsByContent(await scanned(folders, after), folders)).toEqual(ids);
});

test('a home video moves onto another one, and the replaced one comes back elsewhere', async () => {
  const folder = await temporaryFolder();
  const other = await temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writeVideo(at('a.mp4'), 'candles');
  await writeVideo(at('b.mp4'), 'a present');
  const first = await scanned([folder]);
  const ids = await idsByContent(first, [folder]);
  await rename(at('a.mp4'), join(other, 'a.mp4'));
  await rename(at('b.mp4'), at('a.mp4'));
  const second = await scanned([folder], first);
  expect(await idsByContent(second, [folder])).toEqual(
    new Map([['a present', ids.get('a present')]]),
  );
  await rename(join(other, 'a.mp4'), at('c.mp4'));
  expect(await idsByContent(await scanned([folder], second), [folder])).toEqual(ids);
});

test('a home video that is written again in its place keeps its id', async () => {
  const folder = await temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writeVideo(at('a.mp4'), 'candles');
  const first = await scanned([folder]);
  await writeVideo(at('a.mp4'), 'candles, smaller');
  const second = await scanned([folder], first);
  expect(presentTitles(second)).toEqual(presentTitles(first));
  await writeVideo(at('a.mp4'), 'candles, smaller');
  const third = await scanned([folder], second);
  expect(presentTitles(third)).toEqual(presentTitles(first));
  // The index stores replaced files, but not touched ones.
  expect(third.files()).toHaveLength(2);
});

test('the original of a written-over video that was kept elsewhere keeps its id', async () => {
  const folder = await temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writeVideo(at('a.mp4'), 'candles');
  const first = await scanned([folder]);
  const ids = await idsByContent(first, [folder]);
  await rename(at('a.mp4'), at('original.mp4'));
  await writeVideo(at('a.mp4'), 'candles, smaller');
  const after = await idsByContent(await scanned([folder], first), [folder]);
  expect(after.get('candles')).toBe(ids.get('candles'));
  expect(after.get('candles, smaller')).not.toBe(ids.get('candles'));
});

test('a copy of a home video is a title of its own', async () => {
  const folder = await temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writeVideo(at('a.mp4'), 'candles');
  const first = await scanned([folder]);
  await copyFile(at('a.mp4'), at('copy.mp4'));
  const second = await scanned([folder], first);
  expect(new Set(presentTitles(second)).size).toBe(2);
  expect(presentTitles(second)).toEqual(expect.arrayContaining(presentTitles(first)));
});
