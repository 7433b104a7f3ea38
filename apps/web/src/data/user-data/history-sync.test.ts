import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { config } from '#config.ts';
import { unsupportedStore } from '#data/unsupported.ts';
import * as sync from './history-sync.ts';
import * as history from './history.ts';
import { mergeRemoteHistory } from './sync/merge.ts';
import { clearRejected } from './sync/queue.ts';

/** The entry ids of each request. */
const sent: string[][] = [];
/** Entries that the server rejects, with every request that contains one. */
const bad = new Set<string>();
/** The status of every response, if set. */
let always: number | undefined;

beforeEach(() => {
  sent.length = 0;
  bad.clear();
  always = undefined;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.spyOn(config, 'BACKEND_URL', 'get').mockReturnValue('https://server.example');
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    const entries: { tmdbId: string }[] = [JSON.parse(body)].flat();
    sent.push(entries.map(({ tmdbId }) => tmdbId));
    const isBad = entries.some(({ tmdbId }) => bad.has(tmdbId));
    return Response.json({}, { status: always ?? (isBad ? 400 : 200) });
  });
});
afterEach(() => {
  resetStore(history.historyStore);
  resetStore(unsupportedStore);
  clearRejected();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const load = (count: number) => {
  const ids = Array.from({ length: count }, (_, at) => String(at + 1));
  const items = ids.map((tmdbId): [string, history.HistoryItem] => [
    history.historyKey(tmdbId),
    {
      tmdbId,
      type: 'movie',
      title: `Film ${tmdbId}`,
      watched: 1,
      duration: 2,
      completed: false,
      updatedAt: 1_000 + Number(tmdbId),
      isNew: true,
    },
  ]);
  history.updateHistory((state) => ({ ...state, items: Object.fromEntries(items) }));
  const localEntries = () => Object.values(history.historyStore.getState().items);
  return {
    ...sync,
    ids,
    localEntries,
    waiting: () => sync.pendingHistory().map(({ tmdbId }) => tmdbId),
    watch: (tmdbId: string, updatedAt: number) =>
      history.updateHistory((state) => {
        const key = history.historyKey(tmdbId);
        const item = state.items[key];
        return item
          ? { ...state, items: { ...state.items, [key]: { ...item, updatedAt, isNew: true } } }
          : state;
      }),
    /** The entries left here once the server has reported these. */
    afterRestore: (known: readonly string[]) => {
      const rows = localEntries()
        .filter(({ tmdbId }) => known.includes(tmdbId))
        .map(({ tmdbId, updatedAt, type, title }) => ({
          tmdbId,
          meta: { type, title, year: 1968 },
          watched: 1,
          duration: 2,
          completed: false,
          watchedAt: updatedAt,
        }));
      const { items } = history.historyStore.getState();
      return Object.values(mergeRemoteHistory(items, { rows, asOf: 9_999 })).map(
        ({ tmdbId }) => tmdbId,
      );
    },
  };
};
const send = () => sync.sendHistory('u', undefined);

test('one rejected entry does not block the others, and stays here', async () => {
  const code = load(500);
  bad.add('321');
  await send();
  expect(code.waiting()).toEqual(['321']);
  expect(sent.length).toBeLessThan(25);
  expect(code.afterRestore(code.ids.filter((id) => id !== '321'))).toHaveLength(500);
});

test('a rejected entry is sent again only after it has changed', async () => {
  const code = load(3);
  bad.add('2');
  await send();
  expect(code.isHistoryPending()).toBe(false);
  sent.length = 0;
  await send();
  expect(sent).toEqual([]);
  bad.clear();
  code.watch('2', 5_000);
  expect(code.isHistoryPending()).toBe(true);
  await send();
  expect(sent).toEqual([['2']]);
  expect(code.waiting()).toEqual([]);
});

test('the next account is tried anew', async () => {
  const code = load(2);
  bad.add('1').add('2');
  await send();
  clearRejected();
  expect(code.isHistoryPending()).toBe(true);
});

test('a server without a history is tried once, and one that gains it by an upgrade deletes nothing', async () => {
  const code = load(1_200);
  always = 404;
  await send();
  expect(sent.map((ids) => ids.length)).toEqual([500]);
  expect(code.isHistoryPending()).toBe(false);
  expect(code.afterRestore([])).toHaveLength(1_200);
});

test('a server that rejects everything does not get each entry alone', async () => {
  const code = load(500);
  always = 400;
  await send();
  expect(sent.length).toBeLessThan(60);
  expect(code.waiting()).toHaveLength(500);
});

test('an unreachable server gets everything later', async () => {
  const code = load(2);
  always = 503;
  await expect(send()).rejects.toMatchObject({ status: 503 });
  expect(code.isHistoryPending()).toBe(true);
});
