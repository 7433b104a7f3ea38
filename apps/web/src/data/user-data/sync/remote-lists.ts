// The account's lists, merged with those that are here: what either side has changed since they were the same is kept.
import type { AnyList } from '#data/response-schemas.ts';
import { isListNew, titleKey, type ListedTitle, type Lists, type OwnList } from '../lists.ts';

export interface RemoteLists {
  readonly userId: string;
  readonly rows: readonly AnyList[];
  /** Ids of lists of which the server had not heard all when it was asked: they are left as they are. */
  readonly waited: ReadonlySet<string>;
  /** Ids of the server's lists that still wait for deletion, or waited when the request began. */
  readonly removed: ReadonlySet<string>;
}

export function mergeRemoteLists(
  lists: Lists,
  { userId, rows, waited, removed }: RemoteLists,
): Lists {
  const known = new Map(
    Object.values(lists).flatMap((list) =>
      list.synced?.userId === userId ? [[list.synced.id, list] as const] : [],
    ),
  );
  const theirs = rows.filter(({ id }) => !removed.has(id));
  // Made in two places, or here by a request whose response was lost.
  const unmatched = new Map(
    Object.values(lists).flatMap((list) => (list.synced ? [] : [[contentOf(list), list] as const])),
  );
  const merged = theirs.map((row) => {
    const mine = known.get(row.id);
    if (mine && waited.has(mine.id)) return mine;
    if (mine) return joined(mine, row, userId);
    const content = contentOf({ name: row.name, titles: row.list_items });
    const same = unmatched.get(content);
    unmatched.delete(content);
    if (!same) return added(row, userId);
    return { ...same, synced: syncedOf(row, userId), updatedAt: same.updatedAt + 1 };
  });
  const there = new Set(theirs.map(({ id }) => id));
  const left = Object.values(lists).flatMap((list) => leftOf(list, { userId, there, waited }));
  const all = Object.fromEntries([...left, ...merged].map((list) => [list.id, list]));
  const isSame = Object.keys(all).length === Object.keys(lists).length;
  return isSame && merged.every((list) => lists[list.id] === list) ? lists : all;
}

const contentOf = ({ name, titles }: Pick<OwnList, 'name' | 'titles'>): string =>
  [name, ...titles.map(titleKey)].join('\n');

interface There {
  readonly userId: string;
  readonly there: ReadonlySet<string>;
  readonly waited: ReadonlySet<string>;
}

/** One that is gone there was deleted on another device, unless it was changed here since. */
function leftOf(list: OwnList, { userId, there, waited }: There): OwnList[] {
  const { synced } = list;
  if (synced?.userId !== userId || waited.has(list.id)) return [list];
  if (there.has(synced.id)) return [];
  return isListNew(list, userId) ? [{ ...list, synced: undefined }] : [];
}

/** Reads the lists of a server's export; they have no owner yet. */
export function listsOfExport(rows: readonly AnyList[]): Lists {
  return Object.fromEntries(rows.map((row) => [row.id, { ...added(row, ''), synced: undefined }]));
}

function syncedOf(row: AnyList, userId: string) {
  const keys = row.list_items.map(titleKey);
  return { id: row.id, userId, name: row.name, isPublic: row.public, keys };
}

function added(row: AnyList, userId: string): OwnList {
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

function joined(mine: OwnList, row: AnyList, userId: string): OwnList {
  const base = mine.synced;
  const synced = syncedOf(row, userId);
  if (!base || isSynced(base, synced)) return mine;
  return {
    ...mine,
    name: mine.name === base.name ? row.name : mine.name,
    isPublic: mine.isPublic === base.isPublic ? row.public : mine.isPublic,
    titles: joinTitles(mine.titles, { base: base.keys, theirs: row.list_items }),
    synced,
    updatedAt: mine.updatedAt + 1,
  };
}

type Known = NonNullable<OwnList['synced']>;

const isSynced = (one: Known, other: Known): boolean =>
  one.name === other.name &&
  one.isPublic === other.isPublic &&
  one.keys.join() === other.keys.join();

interface Others {
  readonly base: readonly string[];
  readonly theirs: readonly ListedTitle[];
}

/** Removals and additions of both sides count; the server's order wins unless it was changed here. */
export function joinTitles(mine: readonly ListedTitle[], { base, theirs }: Others): ListedTitle[] {
  const before = new Set(base);
  const here = new Map(mine.map((title) => [titleKey(title), title]));
  const there = new Map(theirs.map((title) => [titleKey(title), title]));
  const isKept = (key: string) =>
    before.has(key) ? here.has(key) && there.has(key) : here.has(key) || there.has(key);
  const isReordered =
    base.filter((key) => here.has(key)).join() !==
    [...here.keys()].filter((key) => before.has(key)).join();
  const [first, second] = isReordered ? [here, there] : [there, here];
  const keys = [...new Set([...first.keys(), ...second.keys()])].filter(isKept);
  return keys.flatMap((key) => here.get(key) ?? there.get(key) ?? []);
}
