import { expect, test } from 'vitest';
import { createCatalogCopier } from './catalog-copies.ts';
import type { CopyRows } from './copy-rows.ts';
import { createLibraryIndex } from '../index/library-index.ts';
import { parsedTitle } from '../index/parsed-title.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const DAY_MS = 24 * 60 * 60_000;

/** A library with TMDB's movie 1 and a home video. */
function library() {
  const index = createLibraryIndex({ now: Date.now, isTaken: () => false });
  const put = (title: string, tmdbId?: string): void => {
    const claim = {
      titles: [title],
      year: 1999,
      ids: tmdbId === undefined ? {} : { tmdb: tmdbId },
    };
    const path = `${title}.mkv`;
    const { id } = index.addTitle(parsedTitle({ kind: 'movie', claim }, `store/${path}`));
    index.putFile({
      store: 'store',
      path,
      kind: 'movie',
      titleId: id,
      season: null,
      episodes: [],
      episodeName: null,
      episodeOverview: null,
      height: null,
      isPlayable: true,
      size: 1,
      modifiedAt: null,
      identity: null,
      addedAt: new Date(0),
      missingSince: null,
      extra: null,
      media: null,
      pinned: null,
      hasFrame: false,
      seasonPoster: null,
    });
  };
  put('Lamps', '1');
  put('Our garden');
  return index;
}

function copies({ bytesBefore = 0 } = {}) {
  const stored = new Map<string, Uint8Array>();
  const fetchedAt = new Map<string, Date>();
  const asked: string[] = [];
  const warnings: string[] = [];
  const state = { now: 100 * DAY_MS, isAway: false, poster: '/old.jpg' };
  const rows: CopyRows = {
    get: async (path) => stored.get(path),
    ofTitle: async () => new Map(fetchedAt),
    save: async ({ path, content, maxBytes }) => {
      if (bytesBefore + content.length > maxBytes) return false;
      stored.set(path, content);
      fetchedAt.set(path, new Date(state.now));
      return true;
    },
    keepPaths: async (_title, paths) => {
      for (const path of stored.keys())
        if (!paths.includes(path)) {
          stored.delete(path);
          fetchedAt.delete(path);
        }
    },
    keepTitles: async () => undefined,
    leases: {
      run: async (_name, signal, work) => {
        await work(signal);
        return true;
      },
    },
  };
  const crew = Array.from({ length: 300 }, () => ({ name: 'A carpenter', job: 'Carpenter' }));
  const { copyAll } = createCatalogCopier({
    index: library(),
    rows,
    fetchCatalog: async (path) => {
      asked.push(path);
      const body = {
        id: 1,
        title: 'Lamps',
        poster_path: state.poster,
        backdrop_path: '/../secret',
        credits: { cast: [], crew: [...crew, { name: 'A director', job: 'Director' }] },
      };
      return { status: state.isAway ? 502 : 200, body: JSON.stringify(body) };
    },
    fetchImage: async (path) => {
      asked.push(path);
      return JPEG;
    },
    now: () => state.now,
    warn: (message) => warnings.push(message),
    signal: new AbortController().signal,
  });
  return { copyAll, stored, asked, warnings, state };
}

test('only titles of TMDB are asked for, once, and without what no page shows', async () => {
  const { copyAll, stored, asked } = copies();
  await copyAll();
  await copyAll();
  expect(asked).toEqual(['/movie/1', '/old.jpg']);
  expect([...stored.keys()]).toEqual(['/movie/1', '/old.jpg']);
  const details: unknown = JSON.parse(Buffer.from(stored.get('/movie/1') ?? []).toString());
  expect(details).toMatchObject({ credits: { crew: [{ name: 'A director' }] } });
});

test('after a month, texts are renewed, and a picture that TMDB has replaced', async () => {
  const { copyAll, stored, state } = copies();
  await copyAll();
  Object.assign(state, { now: state.now + 31 * DAY_MS, poster: '/new.jpg' });
  await copyAll();
  expect([...stored.keys()]).toEqual(['/movie/1', '/new.jpg']);
});

test('while TMDB is away, old copies stay', async () => {
  const { copyAll, stored, state } = copies();
  await copyAll();
  Object.assign(state, { now: state.now + 31 * DAY_MS, isAway: true });
  await expect(copyAll()).rejects.toThrow('the catalog responded with status 502');
  expect([...stored.keys()]).toEqual(['/movie/1', '/old.jpg']);
});

test('their space is limited, of which the log tells once', async () => {
  const { copyAll, stored, warnings } = copies({ bytesBefore: 512 * 1024 * 1024 - 5 });
  await copyAll();
  await copyAll();
  expect(stored.size).toBe(0);
  expect(warnings).toEqual([expect.stringContaining('512 MiB')]);
});
