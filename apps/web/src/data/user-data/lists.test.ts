import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { config } from '#config.ts';
import { unsupportedStore } from '#data/unsupported.ts';
import * as lists from './lists.ts';
import * as sync from './lists-sync.ts';
import { clearRejected } from './sync/queue.ts';

const ME = 'me';
/** Method and body of each request. */
const requests: { readonly method: string; readonly body: Record<string, unknown> }[] = [];
let status = 200;
/** Whether the server's responses are lost on their way back. */
let areLost = false;
/** The lists on the server. */
let serverLists: readonly object[] = [];

beforeEach(() => {
  requests.length = 0;
  status = 200;
  areLost = false;
  serverLists = [];
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.spyOn(config, 'BACKEND_URL', 'get').mockReturnValue('https://server.example');
  vi.stubGlobal('fetch', async (_url: string, request: { method: string; body?: string }) => {
    requests.push({ method: request.method, body: JSON.parse(request.body ?? '{}') });
    if (request.method === 'DELETE') return Response.json({});
    if (areLost) throw new TypeError('Failed to fetch');
    if (request.method === 'GET') return Response.json({ lists: serverLists });
    return Response.json({ list: { id: `there-${requests.length}` } }, { status });
  });
});
afterEach(() => {
  resetStore(lists.listsStore);
  resetStore(unsupportedStore);
  clearRejected();
  sync.clearUnconfirmedLists();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const movie = (tmdbId: string) => ({ type: 'movie' as const, tmdbId, title: `Film ${tmdbId}` });
const items = (...ids: string[]) => ids.map((tmdb_id) => ({ tmdb_id, type: 'movie' }));

function load() {
  const localList = (id: string) => lists.listsStore.getState().lists[id];
  const idsOf = (id: string) => localList(id)?.titles.map(({ tmdbId }) => tmdbId);
  const send = () => sync.sendLists(ME, undefined);
  /** Merges the server's items into the local ones. */
  const mergeServer = (rows: readonly { id: string; name?: string; ids: readonly string[] }[]) =>
    lists.updateLists((before) =>
      sync.mergeRemoteLists(before, {
        userId: ME,
        rows: rows.map(({ id, name = 'a', ids }) => ({
          id,
          name,
          public: false,
          created_at: 5,
          list_items: ids.map((tmdbId) => ({ type: 'movie' as const, tmdbId })),
        })),
        pendingThen: new Set(),
        removed: new Set(Object.keys(lists.listsStore.getState().removals)),
      }),
    );
  return { ...lists, ...sync, ...sync, localList, idsOf, send, mergeServer };
}

test('a list is created on the server once, then only changes are sent', async () => {
  const { addToList, createList, renameList, send, pendingLists } = load();
  const id = createList('a', [movie('1')]);
  await send();
  expect(requests).toEqual([
    { method: 'POST', body: { name: 'a', public: false, items: items('1') } },
  ]);
  addToList(id, movie('2'));
  addToList(id, movie('2'));
  renameList(id, 'b');
  await send();
  await send();
  expect(requests.slice(1)).toMatchObject([
    {
      method: 'PATCH',
      body: { list_id: 'there-1', name: 'b', removeItems: [], addItems: items('2') },
    },
  ]);
  expect(pendingLists(ME)).toEqual([]);
});

test('a moved title is removed and added again, with all that follow it', async () => {
  const { createList, orderList, idsOf, send } = load();
  const id = createList('a', ['1', '2', '3'].map(movie));
  await send();
  orderList(id, ['movie/1', 'movie/3', 'movie/2']);
  expect(idsOf(id)).toEqual(['1', '3', '2']);
  await send();
  expect(requests[1]?.body).toMatchObject({
    removeItems: items('2', '3'),
    addItems: items('3', '2'),
  });
});

test('two devices add titles to the same list and remove some', async () => {
  const { addToList, createList, removeFromList, mergeServer, idsOf, send, localList } = load();
  const id = createList('a', ['1', '2', '3'].map(movie));
  await send();
  addToList(id, movie('4'));
  removeFromList(id, 'movie/1');
  mergeServer([{ id: 'there-1', name: 'theirs', ids: ['1', '3', '5'] }]);
  expect(idsOf(id)).toEqual(['3', '5', '4']);
  expect(localList(id)).toMatchObject({ name: 'theirs', titles: [{ title: 'Film 3' }, {}, {}] });
  await send();
  expect(requests[1]?.body).toMatchObject({ removeItems: items('1'), addItems: items('4') });
});

test('a local order stays, with new titles from the server at its end', async () => {
  const { mergeTitles } = load();
  const mine = ['3', '1', '2'].map(movie);
  const joined = mergeTitles(mine, {
    base: ['movie/1', 'movie/2', 'movie/3'],
    theirs: ['1', '2', '3', '4'].map(movie),
  });
  expect(joined.map(({ tmdbId }) => tmdbId)).toEqual(['3', '1', '2', '4']);
});

test('a list deleted on the server is deleted here, unless it has local changes', async () => {
  const { addToList, createList, mergeServer, localList, send } = load();
  const [left, changed] = [createList('a'), createList('b')];
  await send();
  addToList(changed, movie('1'));
  mergeServer([]);
  expect(localList(left)).toBeUndefined();
  expect(localList(changed)).toMatchObject({ name: 'b', synced: undefined });
  await send();
  expect(requests.at(-1)).toMatchObject({ method: 'POST', body: { name: 'b' } });
});

test('a list deleted here does not return, and Undo restores it', async () => {
  const { createList, removeList, mergeServer, localList, listsStore, send } = load();
  const id = createList('a', [movie('1')]);
  await send();
  const undo = removeList(id);
  mergeServer([{ id: 'there-1', ids: ['1'] }]);
  expect(listsStore.getState().lists).toEqual({});
  await send();
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE' });
  undo();
  expect(localList(id)).toMatchObject({ titles: [{ tmdbId: '1' }], synced: undefined });
});

test('a list deleted here while it is created on the server is deleted there, too', async () => {
  const { createList, removeList, mergeServer, pendingListRemovals, listsStore, send } = load();
  const id = createList('a', [movie('1')]);
  const sending = send();
  removeList(id);
  await sending;
  expect(pendingListRemovals(ME)).toEqual(['there-1']);
  mergeServer([{ id: 'there-1', ids: ['1'] }]);
  expect(listsStore.getState().lists).toEqual({});
});

test('Undo restores only the title, and keeps titles added since', async () => {
  const { addToList, createList, idsOf, removeFromList } = load();
  const id = createList('a', ['1', '2', '3'].map(movie));
  const undo = removeFromList(id, 'movie/2');
  addToList(id, movie('4'));
  undo();
  undo();
  expect(idsOf(id)).toEqual(['1', '2', '3', '4']);
});

test('a lost response creates no second list', async () => {
  const { addToList, createList, localList, send, pendingLists } = load();
  const id = createList('a', [movie('1')]);
  areLost = true;
  await expect(send()).rejects.toThrow();
  areLost = false;
  serverLists = [
    { id: 'other', name: 'b', list_items: items('1') },
    { id: 'made', name: 'a', list_items: items('1') },
  ];
  addToList(id, movie('2'));
  await send();
  expect(localList(id)).toMatchObject({ synced: { id: 'made', keys: ['movie/1'] } });
  await send();
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH']);
  expect(requests.at(-1)?.body).toMatchObject({ list_id: 'made', addItems: items('2') });
  expect(pendingLists(ME)).toEqual([]);
});

test('a list that was never received is sent again', async () => {
  const { createList, localList, send } = load();
  const id = createList('a', [movie('1')]);
  areLost = true;
  await expect(send()).rejects.toThrow();
  areLost = false;
  await send();
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  expect(localList(id)).toMatchObject({ synced: { id: 'there-3' } });
});

test('the same list here and on the server is one list', async () => {
  const { createList, mergeServer, idsOf, listsStore, pendingLists } = load();
  const id = createList('a', [movie('1')]);
  createList('a', [movie('2')]);
  mergeServer([{ id: 'there-1', ids: ['1'] }]);
  expect(Object.keys(listsStore.getState().lists)).toHaveLength(2);
  expect(idsOf(id)).toEqual(['1']);
  expect(pendingLists(ME)).toHaveLength(1);
});

test('a full account takes no new list, is tried again, and can delete what it has', async () => {
  const { areListsPending, createList, removeList, send } = load();
  const [gone] = [createList('a'), createList('b')];
  await send();
  createList('c');
  createList('d');
  removeList(gone);
  requests.length = 0;
  status = 409;
  await expect(send()).rejects.toThrow();
  expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'POST', 'POST']);
  expect(areListsPending(ME)).toBe(true);
  status = 200;
  await send();
  expect(areListsPending(ME)).toBe(false);
});

test.each([404, 405, 500])(
  'a server that answers %i stores none, and blocks nothing',
  async (code) => {
    status = code;
    const { areListsPending, createList, localList, send } = load();
    const id = createList('a');
    await send();
    await send();
    expect(requests).toHaveLength(1);
    expect(areListsPending(ME)).toBe(false);
    expect(localList(id)).toMatchObject({ name: 'a' });
  },
);

test('all lists are sent to another account', async () => {
  const { createList, isListPending, localList, send } = load();
  const id = createList('a');
  await send();
  const list = localList(id);
  expect(list && [isListPending(list, ME), isListPending(list, 'somebody else')]).toEqual([
    false,
    true,
  ]);
});
