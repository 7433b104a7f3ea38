// The shape of `__MW::bookmarks`, as every client of the family writes it. Unknown fields are kept. What few stores hold is made only
// when it is met: the first page waits for this.
import { z } from 'zod';
import { newId } from './sync/queue.ts';
import {
  areAll,
  isListOfTexts,
  isWholeBookmark,
  isWholeBookmarkUpdate,
  type Fields,
} from './whole-item.ts';

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
    /** Names of the groups it is in. */
    group: names(),
    favoriteEpisodes: names(),
    /** Milliseconds since 1970. */
    updatedAt: updatedAt(),
  }),
);
export type BookmarkItem = z.infer<typeof BookmarkItem>;

export const BookmarkUpdate = z.lazy(() =>
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
    /** Ours: earlier clients told no time. */
    updatedAt: updatedAt(),
  }),
);
export type BookmarkUpdate = z.infer<typeof BookmarkUpdate>;

const ids = () => z.array(z.string()).catch([]).default([]);

export const BookmarkState = z.lazy(() =>
  z.looseObject({
    /** By TMDB id. */
    bookmarks: z
      .record(z.string(), z.custom<BookmarkItem>(isWholeBookmark).or(BookmarkItem))
      .default({}),
    updateQueue: z.array(BookmarkUpdate).default([]),
    /** Ours: TMDB ids as they were dragged; what is not among them comes first, the newest first. */
    order: ids(),
    /** Ours: names of groups in the order that was chosen. */
    groupOrder: ids(),
    /** Ours: the account server has not been told of that order. */
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

/** Exactly what `BookmarkState` would leave as it is. */
export function areWholeBookmarks(state: object): state is BookmarkState {
  const { bookmarks, updateQueue, order, groupOrder, isGroupOrderNew }: Fields = { ...state };
  return (
    areAll(bookmarks, isWholeBookmark) &&
    Array.isArray(updateQueue) &&
    updateQueue.every(isWholeBookmarkUpdate) &&
    isListOfTexts(order) &&
    isListOfTexts(groupOrder) &&
    typeof isGroupOrderNew === 'boolean'
  );
}

const Broken = z.lazy(() =>
  z.looseObject({
    bookmarks: z.record(z.string(), z.unknown()).catch({}).default({}),
    updateQueue: z.array(z.unknown()).catch([]).default([]),
  }),
);

/** One unreadable title does not cost the others. */
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
    updateQueue: updateQueue.filter((update) => BookmarkUpdate.safeParse(update).success),
  };
}

/** One entry a title: the latest word about it. */
export function enqueueBookmark(
  queue: readonly BookmarkUpdate[],
  update: BookmarkUpdate,
): BookmarkUpdate[] {
  return [...queue.filter(({ tmdbId }) => tmdbId !== update.tmdbId), update];
}

export function additionOf(tmdbId: string, item: BookmarkItem, id = newId()): BookmarkUpdate {
  const { title, year: released, poster, type: kind, group, favoriteEpisodes } = item;
  const meta = { title, year: released, poster, type: kind, group, favoriteEpisodes };
  return { id, action: 'add', tmdbId, ...meta, updatedAt: item.updatedAt };
}

export function removalOf(tmdbId: string, at: number, id = newId()): BookmarkUpdate {
  return { id, action: 'delete', tmdbId, updatedAt: at };
}
