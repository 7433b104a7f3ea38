// Lists go to servers that keep them, one after the other.
import { addList, deleteList, listLists, updateList } from '@matinee/shared/contract/lists';
import { AnyLists, AnySavedList, Anything } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import {
  catchUpLists,
  isListNew,
  listsStore,
  titleKey,
  updateLists,
  updateListState,
  type OwnList,
  type Synced,
} from '../lists.ts';

/** Changes that this server refused, with their time then: they stay here. */
const refused = new Map<string, number>();

/** New lists as they were sent, without a response: the server may have made them. */
const unanswered = new Map<string, Sent>();

export function offerListsAgain(): void {
  refused.clear();
  unanswered.clear();
}

/** All that this account's server has not been told and might take. */
export function unsentLists(userId: string): OwnList[] {
  if (isUnsupported('lists')) return [];
  return Object.values(listsStore.getState().lists).filter(
    (list) => isListNew(list, userId) && refused.get(list.id) !== list.updatedAt,
  );
}

/** The server's ids of lists that it is to delete. */
export function listRemovals(userId: string): string[] {
  if (isUnsupported('lists')) return [];
  const { removals } = listsStore.getState();
  return Object.keys(removals).filter((id) => removals[id]?.userId === userId);
}

export const areListsWaiting = (userId: string): boolean =>
  unsentLists(userId).length > 0 || listRemovals(userId).length > 0;

/** The second generation knows the routes, and fails at every new list. */
const NO_PLACE: ReadonlySet<number> = new Set([404, 405, 500, 501]);
/** The status of a full account, which takes more once something is deleted. */
const FULL = 409;
const MAY_PASS: ReadonlySet<number> = new Set([401, 403, 408, FULL, 425, 429]);
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && !MAY_PASS.has(status);

/** Rejects with ApiError when another try may mend it. */
export async function sendLists(userId: string, signal: AbortSignal | undefined): Promise<void> {
  catchUpLists();
  const sending = { userId, signal };
  for (const id of listRemovals(userId)) await sendRemoval(id, sending);
  let full: ApiError | undefined;
  for (const list of unsentLists(userId)) {
    const { synced } = list;
    try {
      await (synced?.userId === userId
        ? sendChange(list, synced, sending)
        : sendNew(list, sending));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === FULL)) throw error;
      // Another list may only have become shorter.
      full ??= error;
    }
    if (isUnsupported('lists')) return;
  }
  if (full) throw full;
}

interface Sending {
  readonly userId: string;
  readonly signal: AbortSignal | undefined;
}

async function sendRemoval(listId: string, { userId, signal }: Sending): Promise<void> {
  try {
    await call(deleteList, { params: { userId, listId } }, { signal, reply: Anything });
  } catch (error) {
    // It is gone already, as it is to be.
    if (!(error instanceof ApiError && isRefusal(error.status))) throw error;
  }
  updateListState((state) => {
    const { [listId]: _sent, ...removals } = state.removals;
    return { ...state, removals };
  });
}

/** More is sent as a change, the next time. */
const AT_ONCE = 1_000;

interface Sent {
  readonly userId: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly keys: string[];
}

async function sendNew(list: OwnList, sending: Sending): Promise<void> {
  const { userId, signal } = sending;
  const sent = unanswered.get(list.id);
  const made = sent && (await findMade(sent, sending));
  unanswered.delete(list.id);
  if (made) return settle(list, made);
  const { name, isPublic } = list;
  const keys = list.titles.map(titleKey).slice(0, AT_ONCE);
  const body = { name, public: isPublic, items: itemsOf(keys) };
  const now = { userId, name, isPublic, keys };
  try {
    const options = { signal, reply: AnySavedList };
    const { list: added } = await call(addList, { params: { userId }, body }, options);
    settle(list, { ...now, id: added.id });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (NO_PLACE.has(error.status)) return noteUnsupported('lists');
    if (!isRefusal(error.status)) {
      if (error.failure.is !== 'refused') unanswered.set(list.id, now);
      throw error;
    }
    refused.set(list.id, list.updatedAt);
  }
}

async function findMade(sent: Sent, { userId, signal }: Sending): Promise<Synced | undefined> {
  const { lists } = await call(listLists, { params: { userId } }, { signal, reply: AnyLists });
  const known = new Set(Object.values(listsStore.getState().lists).map(({ synced }) => synced?.id));
  const found = lists.find(
    ({ id, name, list_items: items }) =>
      !known.has(id) && name === sent.name && items.map(titleKey).join() === sent.keys.join(),
  );
  return found && { ...sent, id: found.id, isPublic: found.public };
}

async function sendChange(
  list: OwnList,
  synced: Synced,
  { userId, signal }: Sending,
): Promise<void> {
  const { name, isPublic } = list;
  const keys = list.titles.map(titleKey);
  const { off, on } = changesOf(synced.keys, keys);
  const body = {
    list_id: synced.id,
    name,
    public: isPublic,
    removeItems: itemsOf(off.slice(0, AT_ONCE)),
    addItems: itemsOf(on.slice(0, AT_ONCE)),
  };
  try {
    await call(updateList, { params: { userId }, body }, { signal, reply: Anything });
    const isWhole = off.length <= AT_ONCE && on.length <= AT_ONCE;
    const gone = new Set(off.slice(0, AT_ONCE));
    const left = synced.keys.filter((key) => !gone.has(key));
    const there = isWhole ? keys : [...left, ...on.slice(0, AT_ONCE)];
    settle(list, { ...synced, name, isPublic, keys: there });
  } catch (error) {
    if (!(error instanceof ApiError && (isRefusal(error.status) || error.status === 500)))
      throw error;
    // Another device has deleted it; what was changed here makes it anew.
    if (error.status === 404) forget(list.id);
    else refused.set(list.id, list.updatedAt);
  }
}

/** Servers put what is new at the end: from the first that stands elsewhere, all go off and on again. */
export function changesOf(before: readonly string[], after: readonly string[]) {
  const kept = new Set(after);
  const left = before.filter((key) => kept.has(key));
  const same = left.findIndex((key, place) => key !== after[place]);
  const inPlace = same < 0 ? left.length : same;
  const off = before.filter((key) => !kept.has(key) || left.indexOf(key) >= inPlace);
  return { off, on: after.slice(inPlace) };
}

function itemsOf(keys: readonly string[]) {
  return keys.map((key) => {
    const [type, tmdb_id = ''] = key.split('/');
    return { tmdb_id, type: type === 'movie' ? ('movie' as const) : ('tv' as const) };
  });
}

/** A list that changed meanwhile differs again, and so is sent again; one that was deleted is deleted there, too. */
function settle({ id, synced: before }: OwnList, synced: Synced): void {
  updateListState((state) => {
    const list = state.lists[id];
    if (list) {
      const settled = { ...list, synced, updatedAt: list.updatedAt + 1 };
      return { ...state, lists: { ...state.lists, [id]: settled } };
    }
    if (before?.id === synced.id) return state;
    const removal = { userId: synced.userId, updatedAt: serverTime() };
    return { ...state, removals: { ...state.removals, [synced.id]: removal } };
  });
}

function forget(id: string): void {
  updateLists((lists) => {
    const list = lists[id];
    return list
      ? { ...lists, [id]: { ...list, synced: undefined, updatedAt: list.updatedAt + 1 } }
      : lists;
  });
}
