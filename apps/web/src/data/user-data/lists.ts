// The user's lists of titles: `__MW::lists`, stored at once, sent to an account later.
import type { MediaType } from '@matinee/shared/media/media';
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { mergeTabs, newId } from './merge-lww.ts';
import { readableRecord } from '../storage/persisted-store.ts';
import type { Undo } from './bookmarks.ts';
import { getPublicList } from '@matinee/shared/contract/lists';
import { queryOptions } from '@tanstack/react-query';
import { config } from '#config.ts';
import { LenientList } from '#data/response-schemas.ts';
import { ApiRequestError, call } from '#data/api.ts';

const optionalText = () => z.string().optional().catch(undefined);

const ListedTitle = z.lazy(() =>
  z.looseObject({
    tmdbId: z.string(),
    type: z.enum(['movie', 'show']),
    /** Missing if another device added the title: account servers store only ids. */
    title: optionalText(),
    year: z.number().optional().catch(undefined),
    poster: optionalText(),
  }),
);
export type ListedTitle = z.infer<typeof ListedTitle>;

/** The last known state of the list on the account server. `keys` are the keys of its titles. */
const SyncedList = z.lazy(() =>
  z.looseObject({
    id: z.string(),
    /** The account's. */
    userId: z.string(),
    name: z.string(),
    isPublic: z.boolean(),
    keys: z.array(z.string()),
  }),
);
export type SyncedList = z.infer<typeof SyncedList>;

const UserList = z.lazy(() =>
  z.looseObject({
    /** The id in this browser; the server assigns its own. */
    id: z.string(),
    name: z.string(),
    isPublic: z.boolean().catch(false).default(false),
    titles: z.array(ListedTitle),
    synced: SyncedList.optional().catch(undefined),
    createdAt: z.number().catch(0).default(0),
    /** Milliseconds since 1970. */
    updatedAt: z.number(),
  }),
);
export type UserList = z.infer<typeof UserList>;

/** Keyed by `id`. */
export const UserLists = z.lazy(() => readableRecord(UserList));
export type ListsState = Readonly<Record<string, UserList>>;

/** A list that the account server must also delete, by its id on the server. */
const Removal = z.looseObject({ userId: z.string(), updatedAt: z.number() });

const persisted = createPersisted({
  key: '__MW::lists',
  schema: z.lazy(() => z.looseObject({ lists: UserLists, removals: readableRecord(Removal) })),
  empty: { lists: {}, removals: {} },
  merge: ({ base, mine, theirs }) => ({
    ...theirs,
    lists: mergeTabs({ base: base.lists, mine: mine.lists, theirs: theirs.lists }),
    removals: mergeTabs({ base: base.removals, mine: mine.removals, theirs: theirs.removals }),
  }),
});

export const listsStore = persisted.store;
export const updateListState = persisted.update;
export const catchUpLists = persisted.catchUp;

export function updateLists(change: (lists: ListsState) => ListsState): void {
  persisted.update((state) => {
    const lists = change(state.lists);
    return lists === state.lists ? state : { ...state, lists: { ...lists } };
  });
}

/** A movie and a show may share a TMDB id. */
export const titleKey = ({
  type,
  tmdbId,
}: {
  readonly type: MediaType;
  readonly tmdbId: string;
}): string => `${type}/${tmdbId}`;

/** Newest first. */
export function sortedLists(lists: ListsState): UserList[] {
  return Object.values(lists).toSorted((one, other) => other.createdAt - one.createdAt);
}

/** `id`: this browser's or the server's. */
export function findList(lists: ListsState, id: string): UserList | undefined {
  return lists[id] ?? Object.values(lists).find(({ synced }) => synced?.id === id);
}

/** Returns the id of the list. */
export function createList(name: string, titles: readonly ListedTitle[] = []): string {
  const at = serverTime();
  const id = newId();
  const list = { id, name, isPublic: false, titles: [...titles], createdAt: at, updatedAt: at };
  updateLists((lists) => ({ ...lists, [id]: list }));
  return id;
}

export const renameList = (id: string, name: string): void => changeList(id, () => ({ name }));

export const shareList = (id: string, isPublic: boolean): void =>
  changeList(id, () => ({ isPublic }));

export function addToList(id: string, title: ListedTitle): void {
  const key = titleKey(title);
  changeList(id, ({ titles }) =>
    titles.some((one) => titleKey(one) === key) ? {} : { titles: [...titles, title] },
  );
}

export function removeFromList(id: string, key: string): Undo {
  const before = listsStore.getState().lists[id]?.titles ?? [];
  const index = before.findIndex((one) => titleKey(one) === key);
  const title = before[index];
  changeList(id, ({ titles }) => ({ titles: titles.filter((one) => titleKey(one) !== key) }));
  return () => {
    if (!title) return;
    // Other titles may have been added and removed since.
    changeList(id, ({ titles }) =>
      titles.some((one) => titleKey(one) === key)
        ? {}
        : { titles: titles.toSpliced(index, 0, title) },
    );
  };
}

/** `keys`: the keys of all its titles, in the new order. */
export function orderList(id: string, keys: readonly string[]): void {
  changeList(id, ({ titles }) => {
    const positions = new Map(keys.map((key, index) => [key, index]));
    const positionOf = (title: ListedTitle) => positions.get(titleKey(title)) ?? keys.length;
    return { titles: titles.toSorted((one, other) => positionOf(one) - positionOf(other)) };
  });
}

export function removeList(id: string): Undo {
  const list = listsStore.getState().lists[id];
  if (!list) return () => undefined;
  const { synced } = list;
  persisted.update((state) => {
    const { [id]: _removed, ...lists } = state.lists;
    const removal = synced && {
      [synced.id]: { userId: synced.userId, updatedAt: serverTime() },
    };
    return { ...state, lists, removals: { ...state.removals, ...removal } };
  });
  return () =>
    persisted.update((state) => {
      const { [synced?.id ?? '']: isPending, ...removals } = state.removals;
      // Once the server has deleted the list, it is sent again as a new one.
      const back = { ...list, synced: isPending && synced, updatedAt: serverTime() };
      return { ...state, lists: { ...state.lists, [id]: back }, removals };
    });
}

function changeList(id: string, change: (list: UserList) => Partial<UserList>): void {
  updateLists((lists) => {
    const list = lists[id];
    if (!list) return lists;
    const updatedAt = Math.max(serverTime(), list.updatedAt + 1);
    return { ...lists, [id]: { ...list, ...change(list), updatedAt } };
  });
}

/** Whether the account server has a different state of the list. */
export function isListPending(
  { name, isPublic, titles, synced }: UserList,
  userId: string,
): boolean {
  if (synced?.userId !== userId) return true;
  const isSame = synced.name === name && synced.isPublic === isPublic;
  return !isSame || synced.keys.join() !== titles.map(titleKey).join();
}

/** A shared list of any user of this site. Rejects with ApiRequestError. */
export function publicList(listId: string) {
  return queryOptions({
    queryKey: ['public-list', listId],
    queryFn: ({ signal }) => {
      const options = { signal, server: config.BACKEND_URL || undefined, reply: LenientList };
      return call(getPublicList, { params: { listId } }, options);
    },
    retry: false,
  });
}

/** True if the list is not shared or does not exist. */
export const isNotShared = (error: unknown): boolean =>
  error instanceof ApiRequestError && (error.status === 403 || error.status === 404);
