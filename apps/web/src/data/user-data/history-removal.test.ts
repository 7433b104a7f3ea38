import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { config } from '#config.ts';
import { unsupportedStore } from '#data/unsupported.ts';
import * as removal from './history-removal.ts';
import * as history from './history.ts';
import * as sync from './history-sync.ts';
import { mergeRemoteHistory } from './sync/merge.ts';
import { clearRejected } from './sync/queue.ts';

/** Method, path and body of each request. */
const requests: string[] = [];
let status = 200;

beforeEach(() => {
  requests.length = 0;
  status = 200;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.spyOn(config, 'BACKEND_URL', 'get').mockReturnValue('https://server.example');
  vi.stubGlobal(
    'fetch',
    async (url: string, { method, body }: { method: string; body: string }) => {
      requests.push(`${method} ${new URL(url).pathname.replace('/users/me', '')} ${body}`);
      return Response.json({}, { status });
    },
  );
});
afterEach(() => {
  resetStore(history.historyStore);
  resetStore(unsupportedStore);
  clearRejected();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const movie = (tmdbId: string, updatedAt: number): history.HistoryItem => ({
  tmdbId,
  type: 'movie',
  title: `Film ${tmdbId}`,
  watched: 1,
  duration: 2,
  completed: false,
  updatedAt,
  isNew: false,
});
const episode = (tmdbId: string, id: string, updatedAt: number): history.HistoryItem => ({
  ...movie(tmdbId, updatedAt),
  type: 'show',
  seasonId: 's1',
  episodeId: id,
});

function load(items: readonly history.HistoryItem[]) {
  history.updateHistory((state) => ({
    ...state,
    items: Object.fromEntries(
      items.map((item) => [history.historyKey(item.tmdbId, item.episodeId), item]),
    ),
  }));
  const state = () => history.historyStore.getState();
  const keys = () => Object.keys(state().items).toSorted();
  /** Merges the server's items into the local ones. */
  const mergeServer = (
    rows: readonly history.HistoryItem[],
    removals = sync.pendingHistoryRemovals(),
  ) =>
    Object.keys(
      mergeRemoteHistory(state().items, {
        rows: rows.map(({ updatedAt, seasonId, episodeId, title, type, ...row }) => ({
          ...row,
          meta: { title, type, year: null, poster: null },
          season: { id: seasonId, number: 1 },
          episode: { id: episodeId, number: 1 },
          watchedAt: updatedAt,
        })),
        asOf: 9_999,
        removals,
      }),
    );
  const send = () => sync.sendHistory('me', undefined);
  return {
    ...removal,
    ...sync,
    recordWatched: history.recordWatched,
    state,
    keys,
    mergeServer,
    send,
  };
}

test('a removed episode is sent, and does not return before the server has received it', async () => {
  const items = [episode('1', 'e1', 10), episode('1', 'e2', 20), movie('2', 30)];
  const { removeFromHistory, keys, mergeServer, send, pendingHistoryRemovals } = load(items);
  removeFromHistory(items.slice(0, 1), 100);
  expect(keys()).toEqual(['1/e2', '2/']);
  expect(mergeServer(items)).toEqual(expect.not.arrayContaining(['1/e1']));
  await send();
  expect(requests).toEqual(['DELETE /watch-history/1 {"seasonId":"s1","episodeId":"e1"}']);
  expect(pendingHistoryRemovals()).toEqual([]);
});

test('an undone removal restores the entry, which is sent again', async () => {
  const items = [movie('2', 30)];
  const { removeFromHistory, keys, send, pendingHistory } = load(items);
  const undo = removeFromHistory(items, 100);
  await send();
  undo();
  expect(keys()).toEqual(['2/']);
  expect(pendingHistory()).toHaveLength(1);
  await send();
  expect(requests.at(-1)).toMatch(/^PUT \/watch-history\/2 /);
});

test('a removal undone before it was sent forgets nothing', async () => {
  const items = [movie('2', 30)];
  const { removeFromHistory, pendingHistoryRemovals, mergeServer } = load(items);
  removeFromHistory(items, 100)();
  expect(pendingHistoryRemovals()).toEqual([]);
  expect(mergeServer(items)).toEqual(['2/']);
});

test('clearing the history removes title by title', async () => {
  const items = [episode('1', 'e1', 10), episode('1', 'e2', 20), movie('2', 30)];
  const { removeAllHistory, keys, mergeServer, send } = load(items);
  removeAllHistory(100);
  expect(keys()).toEqual([]);
  expect(mergeServer([...items, episode('1', 'e9', 1)])).toEqual([]);
  await send();
  expect(requests).toEqual(['DELETE /watch-history/1 {}', 'DELETE /watch-history/2 {}']);
});

test('a title with the id of a removed movie is sent anew, because the server has deleted both', async () => {
  const items = [movie('1', 10), episode('1', 'e1', 20)];
  const { removeFromHistory, mergeServer, send } = load(items);
  removeFromHistory(items.slice(0, 1), 100);
  expect(mergeServer(items)).toEqual(['1/e1']);
  await send();
  expect(requests).toEqual([
    'DELETE /watch-history/1 {}',
    expect.stringMatching(/^PUT \/watch-history\/1 .*"episodeId":"e1"/),
  ]);
});

test('without a history endpoint a removal is done at once, with an unreachable server it is retried', async () => {
  const items = [movie('1', 10)];
  const { removeFromHistory, send, pendingHistoryRemovals } = load(items);
  status = 503;
  removeFromHistory(items, 100);
  await expect(send()).rejects.toThrow();
  expect(pendingHistoryRemovals()).toHaveLength(1);
  status = 404;
  await send();
  expect(pendingHistoryRemovals()).toEqual([]);
});
