import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { config } from '#config.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { unsupportedStore } from '#data/unsupported.ts';
import { dropAnonymousChanges, enqueueLibrary } from './claim-library.ts';
import * as ratings from './ratings.ts';
import * as sync from './ratings-sync.ts';
import { mergeRemoteRatings } from './sync/merge.ts';
import { clearRejected } from './sync/queue.ts';

/** The body of each request. */
const requests: { tmdb_id: number; type: string; rating: number }[] = [];
let status = 200;
const MOVIE = { type: 'movie', tmdbId: '550' } as const;
const SHOW = { type: 'show', tmdbId: '550' } as const;

beforeEach(() => {
  requests.length = 0;
  status = 200;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.spyOn(config, 'BACKEND_URL', 'get').mockReturnValue('https://server.example');
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    requests.push(JSON.parse(body));
    return Response.json({}, { status });
  });
});
afterEach(() => {
  resetStore(ratings.ratingsStore);
  resetStore(unsupportedStore);
  resetStore(sessionStore);
  clearRejected();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function load() {
  const of = (title: typeof MOVIE | typeof SHOW) =>
    ratings.ratingOf(title)(ratings.ratingsStore.getState());
  const send = () => sync.sendRatings('me', undefined);
  return { ...ratings, ...sync, of, send };
}

test('a movie and a show with the same id are rated separately, and a rating can be removed', async () => {
  const { of, rate, send } = load();
  rate(MOVIE, 8);
  rate(SHOW, 4);
  expect([of(MOVIE), of(SHOW)]).toEqual([8, 4]);
  rate(MOVIE, 0);
  expect(of(MOVIE)).toBe(0);
  await send();
  expect(requests).toEqual([
    { tmdb_id: 550, type: 'movie', rating: 0 },
    { tmdb_id: 550, type: 'tv', rating: 4 },
  ]);
});

test('a sent rating is not sent again until it changes', async () => {
  const { rate, send, pendingRatings } = load();
  rate(MOVIE, 8);
  await send();
  await send();
  expect(requests).toHaveLength(1);
  expect(pendingRatings()).toEqual([]);
  rate(MOVIE, 6);
  await send();
  expect(requests.at(-1)).toMatchObject({ rating: 6 });
});

test('a server without ratings is tried once, and blocks nothing', async () => {
  status = 404;
  const { of, rate, send, pendingRatings } = load();
  rate(MOVIE, 8);
  rate(SHOW, 4);
  await send();
  await send();
  expect(requests).toHaveLength(1);
  expect(pendingRatings()).toEqual([]);
  expect(of(MOVIE)).toBe(8);
  updateSession({ backendUrl: 'https://other.example' });
  expect(pendingRatings()).toHaveLength(2);
});

test('an unreachable server is retried', async () => {
  status = 503;
  const { rate, send, pendingRatings } = load();
  rate(MOVIE, 8);
  await expect(send()).rejects.toThrow();
  expect(pendingRatings()).toHaveLength(1);
});

test('an operator title without an id is not sent', async () => {
  const { rate, send, pendingRatings } = load();
  rate({ type: 'movie', tmdbId: 'folder-1' }, 8);
  await send();
  expect(requests).toEqual([]);
  expect(pendingRatings()).toEqual([]);
});

test('the account’s ratings win, except over unsent changes', async () => {
  const local = (tmdbId: string, rest: object = {}) => ({
    tmdbId,
    type: 'movie' as const,
    rating: 2,
    updatedAt: 10,
    isNew: false,
    ...rest,
  });
  const merged = mergeRemoteRatings(
    {
      'movie/1': local('1'),
      'movie/2': local('2', { isNew: true }),
      'movie/3': local('3'),
      'movie/4': local('4', { updatedAt: 200 }),
      'movie/5': local('5'),
    },
    {
      asOf: 100,
      pendingThen: new Set(['movie/5']),
      rows: ['1', '2', '9'].map((tmdb_id) => ({ tmdb_id, type: 'movie' as const, rating: 10 })),
    },
  );
  const ratings = Object.entries(merged).map(([key, { rating }]) => [key, rating]);
  expect(Object.fromEntries(ratings)).toEqual({
    'movie/1': 10,
    'movie/2': 2,
    'movie/4': 2,
    'movie/5': 2,
    'movie/9': 10,
  });
});

test('logging in brings local ratings along, but not removed ones', async () => {
  const { rate, send } = load();
  rate(MOVIE, 8);
  rate(SHOW, 0);
  dropAnonymousChanges();
  enqueueLibrary();
  await send();
  expect(requests).toEqual([{ tmdb_id: 550, type: 'movie', rating: 8 }]);
});
