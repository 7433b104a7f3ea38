import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';

const KEY = '__MW::progress';
const movie: MovieMeta = {
  type: 'movie',
  title: 'Night of the Living Dead',
  releaseYear: 1968,
  tmdbId: '10331',
  poster: 'https://image.tmdb.org/t/p/w342/a.jpg',
};
const episode = (number: number): ShowMeta => ({
  type: 'show',
  title: 'Dragnet',
  releaseYear: 1951,
  tmdbId: '77',
  season: { number: 1, title: 'Season 1', tmdbId: '770' },
  episode: { number, title: `Part ${number}`, tmdbId: `77${number}` },
  episodes: [],
  seasons: [],
});

const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '{}') as { state: never; version: 0 };

let cells: Map<string, string>;

beforeEach(() => {
  cells = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('./progress.ts');

describe('saving', () => {
  test('a movie is stored in the format of movie-web clients', async () => {
    const { saveProgress } = await load();
    saveProgress(movie, { watched: 61.5, duration: 5760 }, 1000);
    expect(stored()).toEqual({
      version: 0,
      state: {
        items: {
          10331: {
            title: 'Night of the Living Dead',
            year: 1968,
            poster: 'https://image.tmdb.org/t/p/w342/a.jpg',
            type: 'movie',
            progress: { watched: 61.5, duration: 5760 },
            updatedAt: 1000,
            seasons: {},
            episodes: {},
          },
        },
        updateQueue: [
          {
            id: expect.stringMatching(/^\d+$/),
            action: 'upsert',
            tmdbId: '10331',
            title: 'Night of the Living Dead',
            year: 1968,
            poster: 'https://image.tmdb.org/t/p/w342/a.jpg',
            type: 'movie',
            progress: { watched: 61.5, duration: 5760 },
            updatedAt: 1000,
          },
        ],
      },
    });
  });

  test('an episode keeps the other episodes and its own date', async () => {
    const { saveProgress, progressStore } = await load();
    saveProgress(episode(1), { watched: 10, duration: 1500 }, 1000);
    saveProgress(episode(2), { watched: 20, duration: 1500 }, 2000);
    saveProgress(episode(1), { watched: 30, duration: 1500 }, 3000);
    const item = progressStore.getState().items['77'];
    expect(item?.updatedAt).toBe(3000);
    expect(item?.episodes['771']).toMatchObject({ updatedAt: 3000, progress: { watched: 30 } });
    expect(item?.episodes['772']).toMatchObject({ updatedAt: 2000, seasonId: '770' });
    expect(item?.seasons['770']).toEqual({ id: '770', number: 1, title: 'Season 1' });
  });

  test('the queue has one entry for each episode, the latest', async () => {
    const { saveProgress, progressStore } = await load();
    for (let second = 1; second <= 50; second += 1)
      saveProgress(episode(1), { watched: second, duration: 1500 }, second);
    saveProgress(episode(2), { watched: 1, duration: 1500 }, 99);
    const { updateQueue } = progressStore.getState();
    expect(updateQueue.map(({ episodeId, progress }) => [episodeId, progress?.watched])).toEqual([
      ['771', 50],
      ['772', 1],
    ]);
    expect(new Set(updateQueue.map(({ id }) => id)).size).toBe(2);
  });

  test('an unknown length is not written', async () => {
    const { saveProgress, progressStore } = await load();
    saveProgress(movie, { watched: 5, duration: 0 }, 1);
    saveProgress(movie, { watched: 5, duration: Number.NaN }, 1);
    expect(progressStore.getState().items).toEqual({});
  });
});

describe('resuming', () => {
  test('a movie and an episode continue at their positions', async () => {
    const { saveProgress, watchedSeconds } = await load();
    saveProgress(movie, { watched: 1234, duration: 5760 }, 1);
    saveProgress(episode(2), { watched: 300, duration: 1500 }, 1);
    expect(watchedSeconds(movie)).toBe(1234);
    expect(watchedSeconds(episode(2))).toBe(300);
    expect(watchedSeconds(episode(1))).toBe(0);
  });

  test('finds an episode that was watched under its id from before the operator set a key', async () => {
    const { saveProgress, watchedSeconds } = await load();
    saveProgress(episode(2), { watched: 300, duration: 1500 }, 1);
    const renamed = episode(2);
    const now = { ...renamed, episode: { ...renamed.episode, tmdbId: '999', starterId: '772' } };
    expect(watchedSeconds(now)).toBe(300);
  });

  test('starts finished titles over', async () => {
    const { saveProgress, watchedSeconds } = await load();
    saveProgress(movie, { watched: 5700, duration: 5760 }, 1);
    expect(watchedSeconds(movie)).toBe(0);
  });
});

describe('stored data', () => {
  const item = { title: 'Old', type: 'movie', updatedAt: 5, seasons: {}, episodes: {} };

  test('unknown fields and titles of other clients survive a save', async () => {
    const state = { items: { 9: { ...item, rating: 4 } }, updateQueue: [], extra: true };
    cells.set(KEY, JSON.stringify({ state, version: 0 }));
    const { saveProgress } = await load();
    saveProgress(movie, { watched: 60, duration: 5760 }, 1000);
    expect(stored().state).toMatchObject({ extra: true, items: { 9: { rating: 4 }, 10331: {} } });
  });

  test('one unreadable title affects no other, and a backup is kept', async () => {
    const text = JSON.stringify({
      state: { items: { 9: item, 8: { type: 'opera' } }, updateQueue: [{ id: 7 }] },
      version: 0,
    });
    cells.set(KEY, text);
    const { progressStore } = await load();
    expect(Object.keys(progressStore.getState().items)).toEqual(['9']);
    expect([...cells.entries()].filter(([key]) => key.startsWith('BACKUP'))).toEqual([
      [`BACKUP-v0-${KEY}`, text],
    ]);
  });

  test('one unreadable episode affects neither its series nor other episodes', async () => {
    const seen = { id: '2', number: 2, seasonId: '770', updatedAt: 5, progress: { watched: 9 } };
    const series = { ...item, type: 'show', episodes: { 1: { ...seen, number: null }, 2: seen } };
    cells.set(KEY, JSON.stringify({ state: { items: { 77: series } }, version: 0 }));
    const { progressStore } = await load();
    expect(Object.keys(progressStore.getState().items['77']?.episodes ?? {})).toEqual(['2']);
    expect([...cells.keys()]).toContain(`BACKUP-v0-${KEY}`);
  });

  test('invalid JSON is kept as a backup', async () => {
    cells.set(KEY, '{"state":');
    const { progressStore } = await load();
    expect(progressStore.getState().items).toEqual({});
    expect(cells.get(`BACKUP-v0-${KEY}`)).toBe('{"state":');
  });

  test('changes of another tab are read before writing', async () => {
    const { saveProgress, progressStore } = await load();
    saveProgress(movie, { watched: 60, duration: 5760 }, 1000);
    const theirs = { items: { 9: item }, updateQueue: [] };
    cells.set(KEY, JSON.stringify({ state: theirs, version: 0 }));
    saveProgress(episode(1), { watched: 60, duration: 1500 }, 2000);
    expect(Object.keys(progressStore.getState().items).toSorted()).toEqual(['77', '9']);
  });
});
