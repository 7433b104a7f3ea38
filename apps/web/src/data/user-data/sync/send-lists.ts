// Sends lists one after the other, to servers that keep them.
import { addList, deleteList, listLists, updateList } from '@matinee/shared/contract/lists';
import { ApiRequestError, call } from '#data/api.ts';
import { IgnoredReply, LenientLists, LenientSavedList } from '#data/response-schemas.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import {
  catchUpLists,
  listsStore,
  titleKey,
  updateLists,
  updateListState,
  type SyncedList,
  type UserList,
} from '../lists.ts';
import { listChangeId, markRejected, pendingListRemovals, pendingLists } from './queue.ts';

/** New lists whose request had no response, by id: the server may have created them. */
const unconfirmed = new Map<string, SentList>();

export const clearUnconfirmedLists = (): void => unconfirmed.clear();

/** Second-generation servers have the routes but fail at every new list with 500. */
const NO_LISTS: ReadonlySet<number> = new Set([404, 405, 500, 501]);
/** A full account, which has quota again once something is deleted. */
const QUOTA_EXCEEDED = 409;
const RETRIABLE: ReadonlySet<number> = new Set([401, 403, 408, QUOTA_EXCEEDED, 425, 429]);
const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && !RETRIABLE.has(status);

/** Rejects with ApiError when a retry may succeed. */
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
      // The next list may be one that became shorter.
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

/** Titles in one request; the rest of a longer list is sent as a change by the next flush. */
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

/** Servers append: from the first title out of order on, all are removed and added again. */
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

/** A list that changed meanwhile stays pending; one that was deleted meanwhile is deleted on the server, too. */
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
