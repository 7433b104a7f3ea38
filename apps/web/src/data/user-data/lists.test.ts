import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ME = 'me';
/** Method and body of each request. */
const told: { readonly method: string; readonly body: Record<string, unknown> }[] = [];
let status = 200;
/** Whether the server's responses are lost on their way back. */
let areLost = false;
/** The lists that the server has when it is asked for them. */
let there: readonly object[] = [];

beforeEach(() => {
  told.length = 0;
  status = 200;
  areLost = false;
  there = [];
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('__CONFIG__', { BACKEND_URL: 'https://server.example' });
  vi.stubGlobal('fetch', async (_url: string, request: { method: string; body?: string }) => {
    told.push({ method: request.method, body: JSON.parse(request.body ?? '{}') });
    if (request.method === 'DELETE') return Response.json({});
    if (areLost) throw new TypeError('Failed to fetch');
    if (request.method === 'GET') return Response.json({ lists: there });
    return Response.json({ list: { id: `there-${told.length}` } }, { status });
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const film = (tmdbId: string) => ({ type: 'movie' as const, tmdbId, title: `Film ${tmdbId}` });
const items = (...ids: string[]) => ids.map((tmdb_id) => ({ tmdb_id, type: 'movie' }));

async function load() {
  const lists = await import('./lists.ts');
  const sending = {
    ...(await import('./sync/queue.ts')),
    ...(await import('./sync/send-lists.ts')),
  };
  const { mergeRemoteLists, mergeTitles } = await import('./sync/merge-lists.ts');
  const here = (id: string) => lists.listsStore.getState().lists[id];
  const idsOf = (id: string) => here(id)?.titles.map(({ tmdbId }) => tmdbId);
  const send = () => sending.sendLists(ME, undefined);
  /** Merges the server's items into the local ones. */
  const hear = (rows: readonly { id: string; name?: string; ids: readonly string[] }[]) =>
    lists.updateLists((before) =>
      mergeRemoteLists(before, {
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
  return { ...lists, ...sending, mergeTitles, here, idsOf, send, hear };
}

test('a list is made there once, then only told what has changed', async () => {
  const { addToList, createList, renameList, send, pendingLists } = await load();
  const id = createList('a', [film('1')]);
  await send();
  expect(told).toEqual([{ method: 'POST', body: { name: 'a', public: false, items: items('1') } }]);
  addToList(id, film('2'));
  addToList(id, film('2'));
  renameList(id, 'b');
  await send();
  await send();
  expect(told.slice(1)).toMatchObject([
    {
      method: 'PATCH',
      body: { list_id: 'there-1', name: 'b', removeItems: [], addItems: items('2') },
    },
  ]);
  expect(pendingLists(ME)).toEqual([]);
});

test('what was put in another place goes off and on again, with all that follows', async () => {
  const { createList, orderList, idsOf, send } = await load();
  const id = createList('a', ['1', '2', '3'].map(film));
  await send();
  orderList(id, ['movie/1', 'movie/3', 'movie/2']);
  expect(idsOf(id)).toEqual(['1', '3', '2']);
  await send();
  expect(told[1]?.body).toMatchObject({ removeItems: items('2', '3'), addItems: items('3', '2') });
});

test('two devices put titles on the same list and take some off', async () => {
  const { addToList, createList, removeFromList, hear, idsOf, send, here } = await load();
  const id = createList('a', ['1', '2', '3'].map(film));
  await send();
  addToList(id, film('4'));
  removeFromList(id, 'movie/1');
  hear([{ id: 'there-1', name: 'theirs', ids: ['1', '3', '5'] }]);
  expect(idsOf(id)).toEqual(['3', '5', '4']);
  expect(here(id)).toMatchObject({ name: 'theirs', titles: [{ title: 'Film 3' }, {}, {}] });
  await send();
  expect(told[1]?.body).toMatchObject({ removeItems: items('1'), addItems: items('4') });
});

test('an order that was chosen here stays, with what is new there at its end', async () => {
  const { mergeTitles } = await load();
  const mine = ['3', '1', '2'].map(film);
  const joined = mergeTitles(mine, {
    base: ['movie/1', 'movie/2', 'movie/3'],
    theirs: ['1', '2', '3', '4'].map(film),
  });
  expect(joined.map(({ tmdbId }) => tmdbId)).toEqual(['3', '1', '2', '4']);
});

test('deleted there, a list is gone here, unless it was changed here since', async () => {
  const { addToList, createList, hear, here, send } = await load();
  const [left, changed] = [createList('a'), createList('b')];
  await send();
  addToList(changed, film('1'));
  hear([]);
  expect(here(left)).toBeUndefined();
  expect(here(changed)).toMatchObject({ name: 'b', synced: undefined });
  await send();
  expect(told.at(-1)).toMatchObject({ method: 'POST', body: { name: 'b' } });
});

test('deleted here, a list does not come back, and Undo brings it back', async () => {
  const { createList, deleteList, hear, here, listsStore, send } = await load();
  const id = createList('a', [film('1')]);
  await send();
  const undo = deleteList(id);
  hear([{ id: 'there-1', ids: ['1'] }]);
  expect(listsStore.getState().lists).toEqual({});
  await send();
  expect(told.at(-1)).toMatchObject({ method: 'DELETE' });
  undo();
  expect(here(id)).toMatchObject({ titles: [{ tmdbId: '1' }], synced: undefined });
});

test('deleted while it is being made there, a list is deleted there, too', async () => {
  const { createList, deleteList, hear, pendingListRemovals, listsStore, send } = await load();
  const id = createList('a', [film('1')]);
  const sending = send();
  deleteList(id);
  await sending;
  expect(pendingListRemovals(ME)).toEqual(['there-1']);
  hear([{ id: 'there-1', ids: ['1'] }]);
  expect(listsStore.getState().lists).toEqual({});
});

test('Undo puts back the title alone, and keeps what was put on the list since', async () => {
  const { addToList, createList, idsOf, removeFromList } = await load();
  const id = createList('a', ['1', '2', '3'].map(film));
  const undo = removeFromList(id, 'movie/2');
  addToList(id, film('4'));
  undo();
  undo();
  expect(idsOf(id)).toEqual(['1', '2', '3', '4']);
});

test('a response that is lost on its way back makes no second list', async () => {
  const { addToList, createList, here, send, pendingLists } = await load();
  const id = createList('a', [film('1')]);
  areLost = true;
  await expect(send()).rejects.toThrow();
  areLost = false;
  there = [
    { id: 'other', name: 'b', list_items: items('1') },
    { id: 'made', name: 'a', list_items: items('1') },
  ];
  addToList(id, film('2'));
  await send();
  expect(here(id)).toMatchObject({ synced: { id: 'made', keys: ['movie/1'] } });
  await send();
  expect(told.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH']);
  expect(told.at(-1)?.body).toMatchObject({ list_id: 'made', addItems: items('2') });
  expect(pendingLists(ME)).toEqual([]);
});

test('a list that was never received is sent again', async () => {
  const { createList, here, send } = await load();
  const id = createList('a', [film('1')]);
  areLost = true;
  await expect(send()).rejects.toThrow();
  areLost = false;
  await send();
  expect(told.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  expect(here(id)).toMatchObject({ synced: { id: 'there-3' } });
});

test('the same list here and there is one list', async () => {
  const { createList, hear, idsOf, listsStore, pendingLists } = await load();
  const id = createList('a', [film('1')]);
  createList('a', [film('2')]);
  hear([{ id: 'there-1', ids: ['1'] }]);
  expect(Object.keys(listsStore.getState().lists)).toHaveLength(2);
  expect(idsOf(id)).toEqual(['1']);
  expect(pendingLists(ME)).toHaveLength(1);
});

test('a full account takes no new list, is asked again, and lets go of what it has', async () => {
  const { areListsPending, createList, deleteList, send } = await load();
  const [gone] = [createList('a'), createList('b')];
  await send();
  createList('c');
  createList('d');
  deleteList(gone);
  told.length = 0;
  status = 409;
  await expect(send()).rejects.toThrow();
  expect(told.map(({ method }) => method)).toEqual(['DELETE', 'POST', 'POST']);
  expect(areListsPending(ME)).toBe(true);
  status = 200;
  await send();
  expect(areListsPending(ME)).toBe(false);
});

test.each([404, 405, 500])(
  'a server that answers %i keeps none, and holds nobody up',
  async (code) => {
    status = code;
    const { areListsPending, createList, here, send } = await load();
    const id = createList('a');
    await send();
    await send();
    expect(told).toHaveLength(1);
    expect(areListsPending(ME)).toBe(false);
    expect(here(id)).toMatchObject({ name: 'a' });
  },
);

test('another account is told all of it anew', async () => {
  const { createList, isListPending, here, send } = await load();
  const id = createList('a');
  await send();
  const list = here(id);
  expect(list && [isListPending(list, ME), isListPending(list, 'somebody else')]).toEqual([
    false,
    true,
  ]);
});
