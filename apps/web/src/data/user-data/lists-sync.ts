// Syncs lists with servers that store them. Sends them one after another, and merges the account's lists three-way, which
// keeps the changes of both sides since the last sync.
import { addList, deleteList, listLists, updateList } from '@matinee/shared/contract/lists';
import { ApiRequestError, call } from '#data/api.ts';
import {
  IgnoredReply,
  LenientLists,
  LenientSavedList,
  type LenientList,
} from '#data/response-schemas.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import {
  catchUpLists,
  isListPending,
  listsStore,
  titleKey,
  updateLists,
  updateListState,
  type ListedTitle,
  type ListsState,
  type SyncedList,
  type UserList,
} from './lists.ts';
import { isRejected, markRejected } from './sync/queue.ts';

/** A further change has another id. */
export const listChangeId = ({ id, updatedAt }: UserList): string => `list/${id}/${updatedAt}`;

/** Includes lists that the server rejected. */
export function allPendingLists(userId: string): UserList[] {
  if (isUnsupported('lists')) return [];
  return Object.values(listsStore.getState().lists).filter((list) => isListPending(list, userId));
}

export const pendingLists = (userId: string): UserList[] =>
  allPendingLists(userId).filter((list) => !isRejected(listChangeId(list)));

/** Server ids of the lists that the server must delete. */
export function pendingListRemovals(userId: string): string[] {
  if (isUnsupported('lists')) return [];
  const { removals } = listsStore.getState();
  return Object.keys(removals).filter((id) => removals[id]?.userId === userId);
}

export const areListsPending = (userId: string): boolean =>
  pendingLists(userId).length > 0 || pendingListRemovals(userId).length > 0;

/** New lists whose request got no response, by id. The server may have created them. */
const unconfirmed = new Map<string, SentList>();

export const clearUnconfirmedLists = (): void => unconfirmed.clear();

/** Second-generation servers have the routes but fail at every new list with 500. */
const NO_LISTS: ReadonlySet<number> = new Set([404, 405, 500, 501]);
/** The account is full. It has quota again once something is deleted. */
const QUOTA_EXCEEDED = 409;
const RETRIABLE: ReadonlySet<number> = new Set([401, 403, 408, QUOTA_EXCEEDED, 425, 429]);
const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && !RETRIABLE.has(status);

/** Rejects with ApiRequestError if a retry may succeed. */
export async function sendLists(userId: string, signal: AbortSignal | undefined): Promise<void> {
  catchUpLists();
  const sending = { userId, signal };
  for (const id of pendingListRemovals(userId)) await sendRemoval(id, sending);
  let quotaError: ApiRequestError | undefined;
  for (const list of pendingLists(userId)) {
    const { synced } = list;
    try {
      await (synced?.userId === userId
        ? sendChangedList(list, synced, sending)
        : sendNewList(list, sending));
    } catch (error) {
      if (!(error instanceof ApiRequestError && error.status === QUOTA_EXCEEDED)) throw error;
      // Continue: the next list may have become shorter.
      quotaError ??= error;
    }
    if (isUnsupported('lists')) return;
  }
  if (quotaError) throw quotaError;
}

interface Sending {
  readonly userId: string;
  readonly signal: AbortSignal | undefined;
}

async function sendRemoval(listId: string, { userId, signal }: Sending): Promise<void> {
  try {
    await call(deleteList, { params: { userId, listId } }, { signal, reply: IgnoredReply });
  } catch (error) {
    if (!(error instanceof ApiRequestError && isRejection(error.status))) throw error;
  }
  updateListState((state) => {
    const { [listId]: _sent, ...removals } = state.removals;
    return { ...state, removals };
  });
}

/** Titles per request. The next flush sends the rest of a longer list as a change. */
const MAX_TITLES = 1_000;

interface SentList {
  readonly userId: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly keys: string[];
}

async function sendNewList(list: UserList, sending: Sending): Promise<void> {
  const { userId, signal } = sending;
  const sent = unconfirmed.get(list.id);
  const created = sent && (await findCreated(sent, sending));
  unconfirmed.delete(list.id);
  if (created) return markSent(list, created);
  const { name, isPublic } = list;
  const keys = list.titles.map(titleKey).slice(0, MAX_TITLES);
  const body = { name, public: isPublic, items: itemsOf(keys) };
  const now = { userId, name, isPublic, keys };
  try {
    const options = { signal, reply: LenientSavedList };
    const { list: added } = await call(addList, { params: { userId }, body }, options);
    markSent(list, { ...now, id: added.id });
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    if (NO_LISTS.has(error.status)) return noteUnsupported('lists');
    if (!isRejection(error.status)) {
      if (error.failure.is !== 'rejected') unconfirmed.set(list.id, now);
      throw error;
    }
    markRejected(listChangeId(list));
  }
}

async function findCreated(
  sent: SentList,
  { userId, signal }: Sending,
): Promise<SyncedList | undefined> {
  const { lists } = await call(listLists, { params: { userId } }, { signal, reply: LenientLists });
  const known = new Set(Object.values(listsStore.getState().lists).map(({ synced }) => synced?.id));
  const found = lists.find(
    ({ id, name, list_items: items }) =>
      !known.has(id) && name === sent.name && items.map(titleKey).join() === sent.keys.join(),
  );
  return found && { ...sent, id: found.id, isPublic: found.public };
}

async function sendChangedList(
  list: UserList,
  synced: SyncedList,
  { userId, signal }: Sending,
): Promise<void> {
  const { name, isPublic } = list;
  const keys = list.titles.map(titleKey);
  const { off, on } = changesOf(synced.keys, keys);
  const body = {
    list_id: synced.id,
    name,
    public: isPublic,
    removeItems: itemsOf(off.slice(0, MAX_TITLES)),
    addItems: itemsOf(on.slice(0, MAX_TITLES)),
  };
  try {
    await call(updateList, { params: { userId }, body }, { signal, reply: IgnoredReply });
    const isComplete = off.length <= MAX_TITLES && on.length <= MAX_TITLES;
    const removed = new Set(off.slice(0, MAX_TITLES));
    const left = synced.keys.filter((key) => !removed.has(key));
    const storedKeys = isComplete ? keys : [...left, ...on.slice(0, MAX_TITLES)];
    markSent(list, { ...synced, name, isPublic, keys: storedKeys });
  } catch (error) {
    if (!(error instanceof ApiRequestError && (isRejection(error.status) || error.status === 500)))
      throw error;
    // Another device has deleted the list: the next flush creates it again with the changes of this browser.
    if (error.status === 404) markUnsynced(list.id);
    else markRejected(listChangeId(list));
  }
}

/** Servers append titles. From the first title out of order, all titles are removed and added again. */
export function changesOf(before: readonly string[], after: readonly string[]) {
  const wanted = new Set(after);
  const left = before.filter((key) => wanted.has(key));
  const same = left.findIndex((key, index) => key !== after[index]);
  const inPlace = same < 0 ? left.length : same;
  const off = before.filter((key) => !wanted.has(key) || left.indexOf(key) >= inPlace);
  return { off, on: after.slice(inPlace) };
}

function itemsOf(keys: readonly string[]) {
  return keys.map((key) => {
    const [type, tmdb_id = ''] = key.split('/');
    return { tmdb_id, type: type === 'movie' ? ('movie' as const) : ('tv' as const) };
  });
}

/** Keeps a list pending if it has changed in the meantime. Deletes it on the server if it was deleted here. */
function markSent({ id, synced: before }: UserList, synced: SyncedList): void {
  updateListState((state) => {
    const list = state.lists[id];
    if (list) {
      const marked = { ...list, synced, updatedAt: list.updatedAt + 1 };
      return { ...state, lists: { ...state.lists, [id]: marked } };
    }
    if (before?.id === synced.id) return state;
    const removal = { userId: synced.userId, updatedAt: serverTime() };
    return { ...state, removals: { ...state.removals, [synced.id]: removal } };
  });
}

function markUnsynced(id: string): void {
  updateLists((lists) => {
    const list = lists[id];
    return list
      ? { ...lists, [id]: { ...list, synced: undefined, updatedAt: list.updatedAt + 1 } }
      : lists;
  });
}

export interface RemoteLists {
  readonly userId: string;
  readonly rows: readonly LenientList[];
  /** Ids of lists that were pending at the time of the request. They stay unchanged. */
  readonly pendingThen: ReadonlySet<string>;
  /** Server ids of lists whose deletion is pending, or was pending at the time of the request. */
  readonly removed: ReadonlySet<string>;
}

export function mergeRemoteLists(
  lists: ListsState,
  { userId, rows, pendingThen, removed }: RemoteLists,
): ListsState {
  const known = new Map(
    Object.values(lists).flatMap((list) =>
      list.synced?.userId === userId ? [[list.synced.id, list] as const] : [],
    ),
  );
  const remote = rows.filter(({ id }) => !removed.has(id));
  // Lists that two devices created, or that this one created without receiving the response.
  const unmatched = new Map(
    Object.values(lists).flatMap((list) => (list.synced ? [] : [[contentOf(list), list] as const])),
  );
  const merged = remote.map((row) => {
    const mine = known.get(row.id);
    if (mine && pendingThen.has(mine.id)) return mine;
    if (mine) return mergeList(mine, row, userId);
    const content = contentOf({ name: row.name, titles: row.list_items });
    const same = unmatched.get(content);
    unmatched.delete(content);
    if (!same) return listOf(row, userId);
    return { ...same, synced: syncedOf(row, userId), updatedAt: same.updatedAt + 1 };
  });
  const remoteIds = new Set(remote.map(({ id }) => id));
  const left = Object.values(lists).flatMap((list) =>
    survivorOf(list, { userId, remoteIds, pendingThen }),
  );
  const all = Object.fromEntries([...left, ...merged].map((list) => [list.id, list]));
  const isSame = Object.keys(all).length === Object.keys(lists).length;
  return isSame && merged.every((list) => lists[list.id] === list) ? lists : all;
}

const contentOf = ({ name, titles }: Pick<UserList, 'name' | 'titles'>): string =>
  [name, ...titles.map(titleKey)].join('\n');

interface MergedWith {
  readonly userId: string;
  readonly remoteIds: ReadonlySet<string>;
  readonly pendingThen: ReadonlySet<string>;
}

/** Another device has deleted a list that the server lacks. Keeps the list if it has changed here since. */
function survivorOf(list: UserList, { userId, remoteIds, pendingThen }: MergedWith): UserList[] {
  const { synced } = list;
  if (synced?.userId !== userId || pendingThen.has(list.id)) return [list];
  if (remoteIds.has(synced.id)) return [];
  return isListPending(list, userId) ? [{ ...list, synced: undefined }] : [];
}

/** Converts the lists of a server's export, which have no account yet. */
export function listsOfExport(rows: readonly LenientList[]): ListsState {
  return Object.fromEntries(rows.map((row) => [row.id, { ...listOf(row, ''), synced: undefined }]));
}

function syncedOf(row: LenientList, userId: string) {
  const keys = row.list_items.map(titleKey);
  return { id: row.id, userId, name: row.name, isPublic: row.public, keys };
}

function listOf(row: LenientList, userId: string): UserList {
  const at = row.created_at;
  return {
    id: row.id,
    name: row.name,
    isPublic: row.public,
    titles: row.list_items,
    synced: syncedOf(row, userId),
    createdAt: at,
    updatedAt: at,
  };
}

function mergeList(mine: UserList, row: LenientList, userId: string): UserList {
  const base = mine.synced;
  const synced = syncedOf(row, userId);
  if (!base || isSameState(base, synced)) return mine;
  return {
    ...mine,
    name: mine.name === base.name ? row.name : mine.name,
    isPublic: mine.isPublic === base.isPublic ? row.public : mine.isPublic,
    titles: mergeTitles(mine.titles, { base: base.keys, theirs: row.list_items }),
    synced,
    updatedAt: mine.updatedAt + 1,
  };
}

const isSameState = (one: SyncedList, other: SyncedList): boolean =>
  one.name === other.name &&
  one.isPublic === other.isPublic &&
  one.keys.join() === other.keys.join();

interface RemoteTitles {
  readonly base: readonly string[];
  readonly theirs: readonly ListedTitle[];
}

/** Applies removals and additions of both sides. The server's order wins unless this browser changed it. */
export function mergeTitles(
  mine: readonly ListedTitle[],
  { base, theirs }: RemoteTitles,
): ListedTitle[] {
  const before = new Set(base);
  const here = new Map(mine.map((title) => [titleKey(title), title]));
  const there = new Map(theirs.map((title) => [titleKey(title), title]));
  const remains = (key: string) =>
    before.has(key) ? here.has(key) && there.has(key) : here.has(key) || there.has(key);
  const isReordered =
    base.filter((key) => here.has(key)).join() !==
    [...here.keys()].filter((key) => before.has(key)).join();
  const [first, second] = isReordered ? [here, there] : [there, here];
  const keys = [...new Set([...first.keys(), ...second.keys()])].filter(remains);
  return keys.flatMap((key) => here.get(key) ?? there.get(key) ?? []);
}
