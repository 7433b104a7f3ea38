// Servers of the first generation, which take one change at a time.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiRequestError } from '#data/api.ts';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { config } from '#config.ts';
import { noteUnsupported, unsupportedStore } from '#data/unsupported.ts';
import { bookmarkAddition } from '../bookmark-schema.ts';
import * as bookmarks from '../bookmarks.ts';
import { historyStore } from '../history.ts';
import * as progress from '../progress.ts';
import { sendChanges } from './flush.ts';
import * as queue from './queue.ts';

let cells: Map<string, string>;
interface Call {
  readonly request: string;
  readonly body: unknown;
}
const calls: Call[] = [];
/** The server's status instead of 200, by request. */
const refusals = new Map<string, { status: number; body?: object; headers?: HeadersInit }>();

beforeEach(() => {
  cells = new Map();
  calls.length = 0;
  refusals.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  vi.spyOn(config, 'BACKEND_URL', 'get').mockReturnValue('https://old.example');
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const request = `${method} ${new URL(url).pathname.replace('/users/u', '')}`;
    calls.push({ request, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const { status, body: said, headers = {} } = refusals.get(request) ?? { status: 200 };
    return Promise.resolve(Response.json(said ?? {}, { status, headers }));
  });
});
afterEach(() => {
  progress.storeProgress();
  resetStore(bookmarks.bookmarksStore);
  resetStore(progress.progressStore);
  resetStore(historyStore);
  resetStore(unsupportedStore);
  queue.clearRejected();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const load = ({ hasGroups = false } = {}) => {
  if (!hasGroups) noteUnsupported('groupOrder');
  const send = () => sendChanges({ userId: 'u', maxChanges: undefined });
  return { ...bookmarks, ...progress, ...queue, send };
};
const movie = (tmdbId: string) => ({ tmdbId, type: 'movie' as const, title: `Film ${tmdbId}` });
const meta = { type: 'movie' as const, title: 'A film', releaseYear: 0, tmdbId: '9' };
const failure = (sending: Promise<void>): Promise<ApiRequestError | undefined> =>
  sending.then(
    () => undefined,
    (error: ApiRequestError) => error,
  );

test('changes are sent in order, in the format of every movie-web server', async () => {
  const { saveBookmark, removeBookmark, saveProgress, removeProgress, send, pendingCount } = load();
  saveBookmark(movie('1'), 1_000);
  saveProgress(meta, { watched: 5, duration: 10 }, 2_000);
  removeBookmark('1', 3_000);
  saveBookmark(movie('2'), 4_000);
  await send();
  removeProgress('9', 5_000);
  await send();
  expect(pendingCount()).toBe(0);
  expect(calls).toEqual([
    {
      request: 'PUT /progress/9',
      body: {
        tmdbId: '9',
        meta: { title: 'A film', year: 0, type: 'movie' },
        watched: 5,
        duration: 10,
        updatedAt: '1970-01-01T00:00:02.000Z',
      },
    },
    { request: 'DELETE /bookmarks/1', body: undefined },
    {
      request: 'POST /bookmarks/2',
      body: { tmdbId: '2', meta: { title: 'Film 2', year: 0, type: 'movie' } },
    },
    { request: 'DELETE /progress/9', body: {} },
  ]);
});

describe('a rejection', () => {
  test('because the item exists already is a success', async () => {
    const { saveBookmark, send, pendingCount } = load();
    saveBookmark(movie('1'), 1);
    const body = { errorType: 'message', message: 'Already bookmarked' };
    refusals.set('POST /bookmarks/1', { status: 400, body });
    await send();
    expect(pendingCount()).toBe(0);
  });

  test('of one item does not block others, and the item is kept for later', async () => {
    const { saveBookmark, send, isRejected, pendingChanges } = load();
    saveBookmark(movie('1'), 1);
    saveBookmark(movie('2'), 2);
    refusals.set('POST /bookmarks/1', {
      status: 400,
      body: { errorType: 'validation', errors: [] },
    });
    await send();
    await send();
    expect(pendingChanges().map(({ change }) => change.tmdbId)).toEqual(['1']);
    expect(pendingChanges().every(({ change }) => isRejected(change.id))).toBe(true);
    expect(calls.filter(({ request }) => request === 'POST /bookmarks/1')).toHaveLength(1);
  });

  test('with a rate limit stops everything, in order, and reports when to retry', async () => {
    const { saveBookmark, send, pendingChanges } = load();
    for (const id of ['1', '2', '3']) saveBookmark(movie(id), Number(id));
    refusals.set('POST /bookmarks/2', { status: 429, headers: { 'retry-after': '7' } });
    expect(await failure(send())).toMatchObject({
      failure: { is: 'rejected', status: 429, retryAfterMs: 7_000 },
    });
    expect(pendingChanges().map(({ change }) => change.tmdbId)).toEqual(['2', '3']);
    expect(calls).toHaveLength(2);
  });
});

test('changes made during a request are sent afterwards', async () => {
  const { saveBookmark, removeBookmark, send, pendingChanges } = load();
  saveBookmark(movie('1'), 1);
  const sending = send();
  removeBookmark('1', 2);
  await sending;
  expect(pendingChanges().map(({ change }) => change.action)).toEqual(['delete']);
  await send();
  expect(calls.map(({ request }) => request)).toEqual(['POST /bookmarks/1', 'DELETE /bookmarks/1']);
});

test('many bookmarks, and progress from before the account, are sent together', async () => {
  const { saveBookmark, updateProgress, progressStore, send, pendingCount } = load();
  for (let id = 1; id <= 300; id += 1) saveBookmark(movie(String(id)), id);
  const update = {
    id: '1',
    action: 'upsert' as const,
    tmdbId: '9',
    title: 'A',
    type: 'movie' as const,
  };
  const queue = [
    { ...update, progress: { watched: 1, duration: 2 }, updatedAt: 3, isImported: true },
  ];
  updateProgress((state) => ({ ...state, updateQueue: queue }));
  await send();
  expect(calls.map(({ request }) => request)).toEqual([
    'PUT /bookmarks',
    'PUT /bookmarks',
    'PUT /progress/import',
  ]);
  expect([pendingCount(), progressStore.getState().updateQueue]).toEqual([0, []]);
});

test('a server without a group order is not requested for it again and again', async () => {
  const { setGroupOrder, bookmarksStore, send, pendingCount } = load({ hasGroups: true });
  setGroupOrder(['A']);
  refusals.set('PUT /group-order', { status: 404 });
  await send();
  expect(pendingCount()).toBe(0);
  await send();
  expect(calls).toHaveLength(1);
  // The order waits for a server that supports it.
  expect(bookmarksStore.getState()).toMatchObject({ groupOrder: ['A'], isGroupOrderNew: true });
});

describe('on a server that clears groups missing from a write', () => {
  const poster = 'https://image.test/1.jpg';
  const row = {
    tmdbId: '1',
    meta: { title: 'Film 1', year: 1968, poster, type: 'movie' },
    group: ['[FILM]Favorites'],
    favoriteEpisodes: ['e1'],
    updatedAt: '2024-05-01T00:00:00.000Z',
  };
  const stored = { meta: row.meta, group: row.group, favoriteEpisodes: row.favoriteEpisodes };

  test('a title is sent with the groups and the poster from another device', async () => {
    const { saveBookmark, send, pendingCount } = load({ hasGroups: true });
    refusals.set('GET /bookmarks', { status: 200, body: [row] });
    saveBookmark(movie('1'), 1);
    saveBookmark(movie('2'), 2);
    await send();
    expect(pendingCount()).toBe(0);
    expect(calls.map(({ request }) => request)).toEqual([
      'GET /bookmarks',
      'POST /bookmarks/1',
      'POST /bookmarks/2',
    ]);
    expect(calls[1]?.body).toMatchObject({ tmdbId: '1', ...stored });
    expect(calls[2]?.body).not.toHaveProperty('group');
  });

  test('many titles are too, and groups chosen here win', async () => {
    const { saveBookmark, setBookmarkGroups, send } = load({ hasGroups: true });
    refusals.set('GET /bookmarks', { status: 200, body: [row, { ...row, tmdbId: '2' }] });
    for (let id = 1; id <= 20; id += 1) saveBookmark(movie(String(id)), id);
    setBookmarkGroups('2', [], 3);
    await send();
    const { body } = calls.at(-1) ?? {};
    expect(body).toHaveLength(20);
    expect(body).toContainEqual(expect.objectContaining({ tmdbId: '1', ...stored }));
    expect(body).toContainEqual(
      expect.objectContaining({ tmdbId: '2', group: [], favoriteEpisodes: ['e1'] }),
    );
  });

  test('nothing is sent before the stored items are known', async () => {
    const { saveBookmark, send, pendingCount } = load({ hasGroups: true });
    refusals.set('GET /bookmarks', { status: 503 });
    saveBookmark(movie('1'), 1);
    expect(await failure(send())).toMatchObject({ failure: { status: 503 } });
    expect([pendingCount(), calls.length]).toEqual([1, 1]);
  });

  test('titles with groups, and removals, need no request', async () => {
    const { saveBookmark, setBookmarkGroups, removeBookmark, send } = load({
      hasGroups: true,
    });
    saveBookmark(movie('1'), 1);
    setBookmarkGroups('1', ['A'], 2);
    saveBookmark(movie('2'), 3);
    removeBookmark('2', 4);
    await send();
    expect(calls.map(({ request }) => request)).toEqual([
      'POST /bookmarks/1',
      'DELETE /bookmarks/2',
    ]);
  });
});

describe('the time of a change', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    [1_600_000_000_000, '2020-09-13T12:26:40.000Z'],
    [0, '2023-11-14T22:13:20.000Z'],
    [-1, '2023-11-14T22:13:20.000Z'],
    [253_402_300_800_000, '2023-11-14T22:13:20.000Z'],
    [1e300, '2023-11-14T22:13:20.000Z'],
    [Number.NaN, '2023-11-14T22:13:20.000Z'],
  ])('%d is sent as %s', (updatedAt, moment) => {
    const change = bookmarkAddition('1', { title: 'A film', type: 'movie', updatedAt });
    expect(queue.changeBody({ kind: 'bookmark', change })?.updatedAt).toBe(moment);
  });
});
