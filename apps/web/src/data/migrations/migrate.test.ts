import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let cells: Map<string, string>;
const responses = new Map<string, unknown>();
const requested: string[] = [];

beforeEach(() => {
  cells = new Map();
  responses.clear();
  requested.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'https://site.example');
    const question = `${pathname.replace('/catalogue/3', '')} ${searchParams.get('query') ?? ''}`;
    requested.push(question.trim());
    const response = responses.get(question.trim());
    return response === 'away'
      ? Promise.reject(new TypeError('away'))
      : Promise.resolve(Response.json(response ?? { results: [] }));
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./pending-migrations.ts')),
  ...(await import('./migrate.ts')),
  ...(await import('#data/user-data/bookmarks.ts')),
  ...(await import('#data/user-data/progress.ts')),
  ...(await import('#data/preferences/language.ts')),
  ...(await import('#data/preferences/player.ts')),
  ...(await import('#data/preferences/captions.ts')),
});
const store = (key: string, data: object): void => void cells.set(key, JSON.stringify(data));
const stored = (key: string): unknown => JSON.parse(cells.get(key) ?? 'null');
const { signal } = new AbortController();

const matrix = {
  media_type: 'movie',
  id: 603,
  title: 'The Matrix',
  release_date: '1999-03-31',
  poster_path: '/m.jpg',
};
const dragnet = {
  media_type: 'tv',
  id: 77,
  name: 'Dragnet',
  first_air_date: '1951-12-16',
  poster_path: null,
};

describe('a user', () => {
  test('who is new causes no request and no write', async () => {
    const { isMigrationDue, migrateLegacyStores } = await load();
    expect(isMigrationDue()).toBe(false);
    expect(Object.values(await migrateLegacyStores(signal))).toEqual(Array(4).fill('nothing'));
    expect([requested, [...cells.keys()]]).toEqual([[], []]);
  });

  test.each(['mw-bookmarks', 'mw-settings', 'mw-volume', 'video-progress'])(
    'whose %s has been migrated has nothing more to migrate',
    async (key) => {
      const { isMigrationDue, migrateLegacyStores } = await load();
      store(key, {});
      expect(isMigrationDue()).toBe(true);
      await migrateLegacyStores(signal);
      expect(isMigrationDue()).toBe(false);
    },
  );

  test('with a store of a later client has it checked each time, and loses nothing', async () => {
    const { isMigrationDue } = await load();
    store('mw-volume', { '--version': 9 });
    expect(isMigrationDue()).toBe(true);
  });
});

describe('bookmarks', () => {
  const oldest = {
    bookmarks: [
      { mediaId: 1, mediaType: 'movie', title: 'the matrix', year: '2000', percentage: 3 },
      { mediaId: 1, mediaType: 'movie', title: 'the matrix', year: '2000' },
      { mediaId: 2, mediaType: 'series', title: 'Dragnet!', year: '1951-12-16' },
      { mediaId: 3, mediaType: 'movie', title: 'Nobody knows', year: '1999' },
      { mediaId: 4, mediaType: 'movie' },
    ],
  };
  const known = () => {
    responses.set('/search/multi the matrix', {
      results: [
        { ...matrix, id: 9, release_date: '2021' },
        { ...matrix, id: 8, media_type: 'tv' },
        matrix,
      ],
    });
    responses.set('/search/multi Dragnet!', { results: [dragnet] });
  };

  test('of the oldest format are found by name and year, and each step keeps a backup', async () => {
    store('mw-bookmarks', oldest);
    known();
    const { migrateLegacyStores, bookmarksStore } = await load();
    expect(await migrateLegacyStores(signal)).toMatchObject({ 'mw-bookmarks': 'done' });
    expect(bookmarksStore.getState().bookmarks).toMatchObject({
      603: {
        title: 'the matrix',
        year: 2000,
        type: 'movie',
        poster: expect.stringContaining('w342/m.jpg'),
      },
      77: { title: 'Dragnet!', year: 1951, type: 'show' },
    });
    expect(
      bookmarksStore
        .getState()
        .updateQueue.map(({ tmdbId }) => tmdbId)
        .toSorted(),
    ).toEqual(['603', '77']);
    expect(stored('BACKUP-v0-mw-bookmarks')).toEqual({ ...oldest, '--version': 0 });
    expect(stored('BACKUP-v1-mw-bookmarks')).toMatchObject({ '--version': 1 });
    expect(stored('BACKUP-v2-mw-bookmarks')).toMatchObject({ '--version': 2 });
    expect(stored('mw-bookmarks')).toEqual({ bookmarks: [], '--version': 3 });
  });

  test('wait while the catalog is down, and are migrated when it is back', async () => {
    store('mw-bookmarks', oldest);
    known();
    responses.set('/search/multi Dragnet!', 'away');
    const { migrateLegacyStores, bookmarksStore } = await load();
    expect(await migrateLegacyStores(signal)).toMatchObject({ 'mw-bookmarks': 'later' });
    expect(bookmarksStore.getState().bookmarks).toEqual({});
    expect(stored('mw-bookmarks')).toMatchObject({ '--version': 1, bookmarks: [{}, {}, {}] });
    known();
    expect(await migrateLegacyStores(signal)).toMatchObject({ 'mw-bookmarks': 'done' });
    expect(Object.keys(bookmarksStore.getState().bookmarks)).toEqual(['77', '603']);
  });

  test('are not overwritten by older ones', async () => {
    const meta = { title: 'Old name', id: '603', year: '1999', poster: 'p', type: 'movie' };
    store('mw-bookmarks', {
      bookmarks: [meta, { ...meta, id: '5', type: 'anime' }],
      '--version': 2,
    });
    const { migrateLegacyStores, saveBookmark, bookmarksStore } = await load();
    saveBookmark({ tmdbId: '603', type: 'movie', title: 'The Matrix' });
    await migrateLegacyStores(signal);
    expect(bookmarksStore.getState().bookmarks).toMatchObject({ 603: { title: 'The Matrix' } });
    expect(Object.keys(bookmarksStore.getState().bookmarks)).toEqual(['603']);
  });
});

describe('progress', () => {
  test('of the second format is found, season and episode by their numbers', async () => {
    store('video-progress', {
      '--version': 1,
      items: [
        {
          mediaId: 1,
          mediaType: 'movie',
          title: 'The Matrix',
          year: 1999,
          percentage: 25,
          progress: 100,
        },
        {
          mediaId: 2,
          mediaType: 'series',
          title: 'Dragnet',
          year: '1951',
          percentage: 0,
          progress: 5,
          seasonId: 2,
          episodeId: 3,
        },
        {
          mediaId: 2,
          mediaType: 'series',
          title: 'Dragnet',
          year: '1951',
          percentage: 50,
          progress: 60,
          seasonId: 2,
          episodeId: 4,
        },
        {
          mediaId: 2,
          mediaType: 'series',
          title: 'Dragnet',
          year: '1951',
          percentage: 50,
          progress: 60,
          seasonId: 9,
          episodeId: 1,
        },
      ],
    });
    responses.set('/search/multi The Matrix', { results: [matrix] });
    responses.set('/search/multi Dragnet', { results: [dragnet] });
    responses.set('/tv/77/season/2', {
      id: 772,
      name: 'Season 2',
      episodes: [
        { id: 7723, episode_number: 3, name: 'Three' },
        { id: 7724, episode_number: 4, name: 'Four' },
      ],
    });
    responses.set('/tv/77/season/9', { id: 779, episodes: [] });
    const { migrateLegacyStores, progressStore } = await load();
    expect(await migrateLegacyStores(signal)).toMatchObject({ 'video-progress': 'done' });
    const { items, updateQueue } = progressStore.getState();
    expect(items).toMatchObject({
      603: { type: 'movie', year: 1999, progress: { watched: 100, duration: 400 } },
      77: {
        type: 'show',
        seasons: { 772: { number: 2 } },
        episodes: {
          7723: { number: 3, progress: { watched: 5, duration: 0 } },
          7724: { number: 4, seasonId: '772', progress: { watched: 60, duration: 120 } },
        },
      },
    });
    const [third, fourth] = ['7723', '7724'].map((id) => items['77']?.episodes[id]?.updatedAt ?? 0);
    expect(fourth).toBeGreaterThan(third ?? 0);
    expect(updateQueue).toHaveLength(3);
    expect(stored('video-progress')).toEqual({ items: [], '--version': 4 });
  });

  test('of the last format keeps its dates, and newer progress is kept', async () => {
    const meta = { title: 'The Matrix', id: '603', year: '1999', type: 'movie' };
    store('video-progress', {
      '--version': 3,
      items: [{ item: { meta }, progress: 10, percentage: 10, watchedAt: 1_650_000_000_000 }],
    });
    const state = {
      items: {
        603: {
          title: 'The Matrix',
          type: 'movie',
          updatedAt: 1_700_000_000_000,
          progress: { watched: 99, duration: 100 },
        },
      },
    };
    store('__MW::progress', { state, version: 0 });
    const { migrateLegacyStores, progressStore } = await load();
    await migrateLegacyStores(signal);
    expect(progressStore.getState().items['603']).toMatchObject({
      updatedAt: 1_700_000_000_000,
      progress: { watched: 99 },
    });
  });
});

describe('settings and volume', () => {
  const settings = {
    language: 'fr',
    captionSettings: {
      delay: 3,
      style: { color: '#FF0000', fontSize: 30, backgroundColor: '#00000033' },
    },
  };

  test('are migrated where nothing was chosen since', async () => {
    store('mw-settings', settings);
    store('mw-volume', { volume: 1.4 });
    const first = await load();
    await first.migrateLegacyStores(signal);
    expect(first.languageStore.getState().language).toBe('fr');
    expect(first.volumeStore.getState().volume).toBe(1);
    vi.resetModules();
    const { captionStore } = await load();
    expect(captionStore.getState()).toMatchObject({
      delay: 0,
      lastSelectedLanguage: null,
      styling: { color: '#ff0000', size: 1.2, backgroundOpacity: 0.2, bold: false },
    });
  });

  test('do not undo a newer choice', async () => {
    store('mw-settings', settings);
    store('mw-volume', { volume: 0.1 });
    const { setLanguage, setVolume, languageStore, volumeStore, migrateLegacyStores } =
      await load();
    setLanguage('he');
    setVolume(0.7);
    await migrateLegacyStores(signal);
    expect(languageStore.getState().language).toBe('he');
    expect(volumeStore.getState().volume).toBe(0.7);
  });
});

describe('invalid data', () => {
  test.each(['{"bookmarks":', '[1]', '"text"', '7'])(
    '%s affects only its own store',
    async (text) => {
      cells.set('mw-bookmarks', text);
      store('mw-volume', { volume: 0.4 });
      const { migrateLegacyStores, volumeStore } = await load();
      expect(await migrateLegacyStores(signal)).toMatchObject({
        'mw-bookmarks': 'reset',
        'mw-volume': 'done',
      });
      expect(volumeStore.getState().volume).toBe(0.4);
      expect(cells.get('BACKUP-v0-mw-bookmarks')).toBe(text);
    },
  );

  test('a step that fails resets its store, and a backup is kept', async () => {
    store('mw-volume', { volume: 'loud' });
    const { migrateLegacyStores } = await load();
    expect(await migrateLegacyStores(signal)).toMatchObject({ 'mw-volume': 'reset' });
    expect(stored('mw-volume')).toEqual({ '--version': 1 });
    expect(stored('BACKUP-v0-mw-volume')).toEqual({ volume: 'loud' });
  });

  test('an invalid store stays where the storage has no space for its backup', async () => {
    cells.set('mw-bookmarks', '{"bookmarks":');
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => cells.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (key.startsWith('BACKUP-')) throw new DOMException('full', 'QuotaExceededError');
        cells.set(key, value);
      },
    });
    const { migrateLegacyStores } = await load();
    expect(await migrateLegacyStores(signal)).toMatchObject({ 'mw-bookmarks': 'later' });
    expect(cells.get('mw-bookmarks')).toBe('{"bookmarks":');
  });

  test('a store of a later version is left unchanged', async () => {
    store('mw-bookmarks', { bookmarks: ['?'], '--version': 9 });
    const { migrateLegacyStores } = await load();
    expect(await migrateLegacyStores(signal)).toMatchObject({ 'mw-bookmarks': 'nothing' });
    expect(stored('mw-bookmarks')).toEqual({ bookmarks: ['?'], '--version': 9 });
  });

  test.each([
    ['the migrated store', '__MW::bookmarks'],
    ['the original store', 'BACKUP-v2-mw-bookmarks'],
  ])(
    'where the storage has no space for %s, it stays, and the page has it in memory',
    async (_, refused) => {
      const meta = { title: 'The Matrix', id: '603', year: '1999', type: 'movie' };
      const before = { bookmarks: [meta], '--version': 2 };
      store('mw-bookmarks', before);
      let isFull = true;
      vi.stubGlobal('localStorage', {
        getItem: (key: string) => cells.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (isFull && key === refused) throw new DOMException('full', 'QuotaExceededError');
          cells.set(key, value);
        },
      });
      const { bookmarksStore, isMigrationDue, migrateLegacyStores } = await load();
      expect(await migrateLegacyStores(signal)).toMatchObject({ 'mw-bookmarks': 'later' });
      expect(Object.keys(bookmarksStore.getState().bookmarks)).toEqual(['603']);
      expect(stored('mw-bookmarks')).toEqual(before);
      expect(isMigrationDue()).toBe(true);
      isFull = false;
      vi.resetModules();
      const next = await load();
      expect(await next.migrateLegacyStores(signal)).toMatchObject({ 'mw-bookmarks': 'done' });
      expect(stored('mw-bookmarks')).toEqual({ bookmarks: [], '--version': 3 });
      expect(stored('BACKUP-v2-mw-bookmarks')).toEqual(before);
    },
  );
});
