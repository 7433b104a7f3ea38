// The shape of `__MW::bookmarks`, as movie-web clients write it. Unknown fields are preserved. The schemas are lazy
// because the first page waits for this module.
import { z } from 'zod';
import { newId } from './merge-lww.ts';

const optionalText = () => z.string().optional().catch(undefined);
const year = () => z.number().optional().catch(undefined);
const names = () => z.array(z.string()).optional().catch(undefined);
const type = () => z.enum(['movie', 'show']);
const updatedAt = () => z.number().catch(0).default(0);

export const BookmarkItem = z.lazy(() =>
  z.looseObject({
    title: z.string().catch('').default(''),
    year: year(),
    poster: optionalText(),
    type: type(),
    /** Names of the bookmark's groups. */
    group: names(),
    favoriteEpisodes: names(),
    /** Milliseconds since 1970. */
    updatedAt: updatedAt(),
  }),
);
export type BookmarkItem = z.infer<typeof BookmarkItem>;

export const BookmarkChange = z.lazy(() =>
  z.looseObject({
    id: z.string(),
    action: z.enum(['add', 'delete']),
    tmdbId: z.string(),
    type: type().optional().catch(undefined),
    title: optionalText(),
    year: year(),
    poster: optionalText(),
    group: names(),
    favoriteEpisodes: names(),
    /** Matinee's; 0 from movie-web clients. */
    updatedAt: updatedAt(),
  }),
);
export type BookmarkChange = z.infer<typeof BookmarkChange>;

const ids = () => z.array(z.string()).catch([]).default([]);

export const BookmarkState = z.lazy(() =>
  z.looseObject({
    /** Keyed by TMDB id. */
    bookmarks: z.record(z.string(), BookmarkItem).default({}),
    updateQueue: z.array(BookmarkChange).default([]),
    /** Matinee's: TMDB ids of dragged bookmarks in their order. Others come before them, newest first. */
    order: ids(),
    /** Matinee's: names of groups in the chosen order. */
    groupOrder: ids(),
    /** Matinee's: the account server has not received that order. */
    isGroupOrderNew: z.boolean().catch(false).default(false),
  }),
);
export type BookmarkState = z.infer<typeof BookmarkState>;

export const NO_BOOKMARKS: BookmarkState = {
  bookmarks: {},
  updateQueue: [],
  order: [],
  groupOrder: [],
  isGroupOrderNew: false,
};

const Broken = z.lazy(() =>
  z.looseObject({
    bookmarks: z.record(z.string(), z.unknown()).catch({}).default({}),
    updateQueue: z.array(z.unknown()).catch([]).default([]),
  }),
);

/** Drops only the unreadable titles. */
export function salvageBookmarks(state: unknown): unknown {
  const broken = Broken.safeParse(state);
  if (!broken.success) return {};
  const { bookmarks, updateQueue, ...rest } = broken.data;
  const entries = Object.entries(bookmarks);
  return {
    ...rest,
    bookmarks: Object.fromEntries(
      entries.filter(([, item]) => BookmarkItem.safeParse(item).success),
    ),
    updateQueue: updateQueue.filter((change) => BookmarkChange.safeParse(change).success),
  };
}

/** Keeps one change per title: the latest. */
export function enqueueBookmark(
  queue: readonly BookmarkChange[],
  change: BookmarkChange,
): BookmarkChange[] {
  return [...queue.filter(({ tmdbId }) => tmdbId !== change.tmdbId), change];
}

export function bookmarkAddition(tmdbId: string, item: BookmarkItem, id = newId()): BookmarkChange {
  const { title, year: released, poster, type: kind, group, favoriteEpisodes } = item;
  const meta = { title, year: released, poster, type: kind, group, favoriteEpisodes };
  return { id, action: 'add', tmdbId, ...meta, updatedAt: item.updatedAt };
}

export function bookmarkRemoval(tmdbId: string, at: number, id = newId()): BookmarkChange {
  return { id, action: 'delete', tmdbId, updatedAt: at };
}
