// Merges the account's lists into this browser, three-way: the changes of both sides since the last sync are kept.
import type { LenientList } from '#data/response-schemas.ts';
import {
  isListPending,
  titleKey,
  type ListedTitle,
  type ListsState,
  type UserList,
} from '../lists.ts';

export interface RemoteLists {
  readonly userId: string;
  readonly rows: readonly LenientList[];
  /** Ids of lists that were pending at the request: they stay as they are. */
  readonly pendingThen: ReadonlySet<string>;
  /** Ids of the server's lists whose deletion is pending, or was at the request. */
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
  // Created on two devices, or here by a request whose response was lost.
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

interface Remote {
  readonly userId: string;
  readonly remoteIds: ReadonlySet<string>;
  readonly pendingThen: ReadonlySet<string>;
}

/** A list missing there was deleted on another device, unless it was changed here since. */
function survivorOf(list: UserList, { userId, remoteIds, pendingThen }: Remote): UserList[] {
  const { synced } = list;
  if (synced?.userId !== userId || pendingThen.has(list.id)) return [list];
  if (remoteIds.has(synced.id)) return [];
  return isListPending(list, userId) ? [{ ...list, synced: undefined }] : [];
}

/** Lists of a server's export, which have no account yet. */
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

type SyncedList = NonNullable<UserList['synced']>;

const isSameState = (one: SyncedList, other: SyncedList): boolean =>
  one.name === other.name &&
  one.isPublic === other.isPublic &&
  one.keys.join() === other.keys.join();

interface RemoteTitles {
  readonly base: readonly string[];
  readonly theirs: readonly ListedTitle[];
}

/** Removals and additions of both sides count; the server's order wins unless it was changed here. */
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
