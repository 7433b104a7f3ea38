import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const account = { token: 't', userId: 'u', sessionId: 's', deviceName: '', seed: 'AA==' };
const bookmarks = { 1: { title: 'Film 1', type: 'movie', updatedAt: 5 } };
/** Responses by path; a number is a status, and the default is 200 without a body. */
let responses: Record<string, unknown>;

beforeEach(() => {
  const queued = { id: '1', action: 'add', tmdbId: '1', ...bookmarks[1] };
  const cells = new Map([
    ['__MW::auth', JSON.stringify({ state: { account }, version: 0 })],
    [
      '__MW::bookmarks',
      JSON.stringify({ state: { bookmarks, updateQueue: [queued] }, version: 0 }),
    ],
  ]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
  });
  vi.stubGlobal('__CONFIG__', { BACKEND_URL: 'https://server.example' });
  responses = {
    '/users/@me': {
      user: { id: 'u', profile: { icon: 'film' } },
      session: { id: 's', device: 'x' },
    },
    '/users/u/bookmarks': [],
    '/users/u/progress': [],
    '/users/u/settings': {},
    '/users/u/group-order': 404,
    '/users/u/watch-history': 404,
    '/users/u/ratings': 404,
    '/users/u/lists': 404,
  };
  vi.stubGlobal('fetch', (url: string) => {
    const response = responses[new URL(url).pathname];
    if (response === undefined) return Promise.reject(new TypeError('away'));
    const status = typeof response === 'number' ? response : 200;
    return Promise.resolve(Response.json(response, { status }));
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./pull.ts')),
  ...(await import('./sync-status.ts')),
  ...(await import('#data/session.ts')),
  ...(await import('#data/user-data/bookmarks.ts')),
});

describe('a signed-in user', () => {
  test.each([400, 401, 403])('is signed out when the server answers %i', async (status) => {
    responses['/users/@me'] = status;
    const { pullAccount, sessionStore, bookmarksStore, syncStore } = await load();
    expect(await pullAccount()).toEqual({ is: 'signedOut' });
    expect(syncStore.getState()).toEqual({ is: 'signedOut' });
    expect(sessionStore.getState().account).toBeNull();
    expect(bookmarksStore.getState().bookmarks).toEqual({});
  });

  test.each([404, 408, 429, 500, 502, 503, undefined])(
    'stays signed in, with all local data, when the server answers %s',
    async (status) => {
      responses['/users/@me'] = status;
      const { pullAccount, sessionStore, bookmarksStore } = await load();
      expect(await pullAccount()).toMatchObject({
        is: 'notSynced',
        failure: status === undefined ? { is: 'unreachable' } : { is: 'rejected', status },
      });
      expect(sessionStore.getState().account).toMatchObject({ userId: 'u' });
      expect(bookmarksStore.getState().bookmarks).toHaveProperty('1');
    },
  );

  test.each(['bookmarks', 'progress', 'settings'])(
    'stays signed in when only the %s are refused, and nothing is half merged',
    async (what) => {
      responses[`/users/u/${what}`] = 403;
      const { pullAccount, sessionStore, bookmarksStore } = await load();
      expect(await pullAccount()).toMatchObject({ is: 'notSynced', failure: { status: 403 } });
      expect(sessionStore.getState().account).not.toBeNull();
      expect(bookmarksStore.getState().bookmarks).toHaveProperty('1');
    },
  );

  test('is signed out when the session ends between two requests', async () => {
    responses['/users/u/progress'] = 401;
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string) => {
      const response = await fetch(url);
      responses['/users/@me'] = 401;
      return response;
    });
    const { pullAccount, sessionStore } = await load();
    expect(await pullAccount()).toEqual({ is: 'signedOut' });
    expect(sessionStore.getState().account).toBeNull();
  });

  test('nothing is requested while signed out', async () => {
    const { pullAccount, updateSession } = await load();
    updateSession({ account: null });
    expect(await pullAccount()).toEqual({ is: 'off' });
  });
});

test('a server of the first generation, without groups and history, is supported', async () => {
  const { pullAccount, sessionStore, bookmarksStore } = await load();
  expect(await pullAccount()).toMatchObject({ is: 'synced' });
  expect(sessionStore.getState().account).toMatchObject({
    profile: { icon: 'film' },
    deviceName: 'x',
  });
  // Not received yet.
  expect(bookmarksStore.getState().bookmarks).toHaveProperty('1');
});

test('ratings of the account are merged', async () => {
  responses['/users/u/ratings'] = { userId: 'u', ratings: [{ tmdb_id: 5, type: 'tv', rating: 7 }] };
  const { pullAccount } = await load();
  const { ratingsStore } = await import('#data/user-data/ratings.ts');
  expect(await pullAccount()).toMatchObject({ is: 'synced' });
  expect(ratingsStore.getState().ratings).toMatchObject({ 'show/5': { rating: 7, isNew: false } });
});

test('a response for a user who has signed out meanwhile is not merged', async () => {
  responses['/users/u/bookmarks'] = [
    {
      tmdbId: '2',
      meta: { title: 'Theirs', year: 1, type: 'movie' },
      updatedAt: new Date().toISOString(),
    },
  ];
  const { pullAccount, updateSession, bookmarksStore } = await load();
  const restoring = pullAccount();
  updateSession({ account: null });
  await restoring;
  expect(bookmarksStore.getState().bookmarks).not.toHaveProperty('2');
});
