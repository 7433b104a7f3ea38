import { NotFoundError } from '@matinee/sources/source';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createScannedLibrary, type ScannedLibraryOptions } from './folder-library.ts';
import { NO_FFMPEG } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import type { FileStore, FileEntry } from './file-store.ts';

const SERIES = 500;
const EPISODES = 100;
const MIB = 1024 * 1024;

/** A library with 50,000 files. Counts the folders read concurrently. */
function hugeStore(): FileStore & { readonly most: () => number } {
  let atOnce = 0;
  let most = 0;
  const folder = (name: string): FileEntry => ({ name, kind: 'folder' });
  function entries(path: string): FileEntry[] {
    if (path === '')
      return Array.from({ length: SERIES }, (_, at) => folder(`Series ${at} (1999)`));
    if (!path.includes('/')) return [folder('Season 01')];
    return Array.from({ length: EPISODES }, (_, at) => ({
      name: `${path.split(' (')[0] ?? ''} - S01E${at + 1} - A name of some length.mp4`,
      kind: 'file',
    }));
  }
  return {
    name: 'Huge',
    concurrency: 4,
    most: () => most,
    list: async (path) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      return entries(path);
    },
    open: () => Promise.reject(new NotFoundError('there is nothing in it')),
  };
}

function heapMib(): number {
  setFlagsFromString('--expose-gc');
  z.function().parse(runInNewContext('gc'))();
  return process.memoryUsage().heapUsed / MIB;
}

async function scanned(store: FileStore, limits?: ScannedLibraryOptions['limits']) {
  const messages: string[] = [];
  const log = (message: string): void => void messages.push(message);
  const library = createScannedLibrary({
    store,
    transcoder: createTranscoder(async () => NO_FFMPEG),
    prefix: 'library:many/',
    log: { info: log, warn: log },
    ...(limits && { limits }),
  });
  const stop = library.start();
  await library.refresh();
  await stop();
  return { library, messages };
}

test('fifty thousand episodes take little memory, and a few folders at a time are read', async () => {
  const shelf = hugeStore();
  const before = heapMib();
  const { library, messages } = await scanned(shelf);
  expect(library.counts()).toEqual({ videos: SERIES * EPISODES, folders: 2 * SERIES + 1 });
  expect(shelf.most()).toBeLessThanOrEqual(shelf.concurrency);
  expect(heapMib() - before).toBeLessThan(150);
  const found = library.find({
    type: 'show',
    title: 'Series 321',
    releaseYear: 1999,
    tmdbId: '1',
    season: { number: 1, tmdbId: '2' },
    episode: { number: 77, tmdbId: '3' },
  });
  expect(found).toHaveLength(1);
  expect(messages).toEqual(['Huge: 50000 videos in 1001 folders']);
});

test('files past the limit are left out, and that is logged', async () => {
  const limits = { videos: 1_000, folders: 50_000, depth: 10 };
  const { library, messages } = await scanned(hugeStore(), limits);
  expect(library.counts().videos).toBeLessThan(1_000 + 4 * EPISODES);
  expect(messages.join()).toContain('the rest is skipped');
});
