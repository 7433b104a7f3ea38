import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const KEY = '__MW::progress';
let cells: Map<string, string>;
let written: string[];
/** Has space for small items only. */
let isFull: boolean;

beforeEach(() => {
  cells = new Map();
  written = [];
  isFull = false;
  const storage = {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull && value.length > 100_000) throw new DOMException('full', 'QuotaExceededError');
      written.push(key);
      cells.set(key, value);
    },
    removeItem: (key: string) => void cells.delete(key),
  };
  const named = {
    ownKeys: () => [...cells.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal('localStorage', new Proxy(storage, named));
  const items = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [
      `old${index}`,
      {
        title: `A film of which much is known ${index}`,
        type: 'movie',
        updatedAt: 5,
        progress: {},
      },
    ]),
  );
  cells.set(KEY, JSON.stringify({ state: { items }, version: 0 }));
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('./progress.ts');
const movie = { type: 'movie' as const, title: 'A film', releaseYear: 1968, tmdbId: '9' };
const journals = (): string[] => [...cells.keys()].filter((key) => key.includes('journal'));
const storedItems = () =>
  (JSON.parse(cells.get(KEY) ?? '') as { state: { items: Record<string, unknown> } }).state.items;

describe('a large library', () => {
  test('that does not fit on a full disk keeps its changes in a journal until it does', async () => {
    const { saveProgress, storeProgress, removeProgress } = await load();
    isFull = true;
    saveProgress(movie, { watched: 30, duration: 600 }, 30);
    storeProgress();
    removeProgress('old1');
    expect(journals()).toHaveLength(1);
    vi.resetModules();
    const { watchedSeconds } = await load();
    expect(watchedSeconds(movie)).toBe(30);
    expect(journals()).toHaveLength(1);
    isFull = false;
    vi.resetModules();
    await load();
    expect(journals()).toEqual([]);
    expect(storedItems()).toHaveProperty('9');
  });

  test('is not written every three seconds: only changes are', async () => {
    const { saveProgress, watchedSeconds } = await load();
    for (let second = 3; second <= 30; second += 3)
      saveProgress(movie, { watched: second, duration: 600 }, second);
    expect(written).not.toContain(KEY);
    expect(watchedSeconds(movie)).toBe(30);
    const [key = ''] = journals();
    expect((cells.get(key) ?? '').length).toBeLessThan(2_000);
  });

  test('is written when the page is idle, and the journal is empty then', async () => {
    const { saveProgress, storeProgress } = await load();
    saveProgress(movie, { watched: 3, duration: 600 }, 3);
    storeProgress();
    expect(storedItems()['9']).toMatchObject({ progress: { watched: 3, duration: 600 } });
    expect(journals()).toEqual([]);
    written = [];
    storeProgress();
    expect(written).toEqual([]);
  });

  test('restores the last second after the page was killed, and will send it', async () => {
    const first = await load();
    first.saveProgress(movie, { watched: 3, duration: 600 }, 3);
    first.saveProgress(movie, { watched: 6, duration: 600 }, 6);
    vi.resetModules();
    const { watchedSeconds, progressStore } = await load();
    expect(watchedSeconds(movie)).toBe(6);
    expect(progressStore.getState().updateQueue).toMatchObject([{ progress: { watched: 6 } }]);
    expect(storedItems()['9']).toMatchObject({ progress: { watched: 6 } });
    expect(journals()).toEqual([]);
  });

  test('that another tab has written since keeps the changes of both', async () => {
    const { saveProgress, storeProgress } = await load();
    saveProgress(movie, { watched: 3, duration: 600 }, 3);
    const state = { items: { 8: { title: 'Theirs', type: 'movie', updatedAt: 4, progress: {} } } };
    cells.set(KEY, JSON.stringify({ state, version: 0 }));
    storeProgress();
    expect(Object.keys(storedItems()).toSorted()).toEqual(['8', '9']);
  });

  test('an unreadable journal is left alone and affects nothing', async () => {
    cells.set('__MW::progress-journal::1', '{"items":');
    const { progressStore } = await load();
    expect(Object.keys(progressStore.getState().items)).toHaveLength(2_000);
  });
});
