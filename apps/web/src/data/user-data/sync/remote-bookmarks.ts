import type { AnyBookmark } from '#data/response-schemas.ts';
import { BookmarkItem, type BookmarkState, type BookmarkUpdate } from '../bookmark-schema.ts';
import { goneFrom, isNews, timeOf, type Heard } from './remote-snapshot.ts';
import { mergeKnown, newer } from '../merge-lww.ts';

export function mergeRemoteBookmarks(
  state: BookmarkState,
  { rows, asOf, waited }: Heard<AnyBookmark, BookmarkUpdate>,
): BookmarkState {
  const waiting = [...waited, ...state.updateQueue];
  const remote = Object.fromEntries(rows.map((row) => [row.tmdbId, bookmarkOf(row)]));
  const isWaiting = new Set(waiting.map(({ tmdbId }) => tmdbId));
  const removals = waiting.filter(({ action }) => action === 'delete');
  const merged = mergeKnown(
    { entries: state.bookmarks, removals: timesOf(removals) },
    { entries: remote, removals: goneFrom(remote, state.bookmarks, isWaiting, asOf) },
    sameBookmark,
  );
  return {
    ...state,
    bookmarks: { ...merged.entries },
    updateQueue: state.updateQueue
      .filter((update) => isNews(update, remote[update.tmdbId]))
      .map((update) => withStored(update, remote[update.tmdbId])),
  };
}

/** Servers of the second generation empty what an addition leaves out, so it carries what they have stored. */
export function withStored(
  update: BookmarkUpdate,
  stored: BookmarkItem | undefined,
): BookmarkUpdate {
  if (update.action === 'delete' || !stored) return update;
  return {
    ...update,
    year: update.year ?? stored.year,
    poster: update.poster ?? stored.poster,
    group: update.group ?? stored.group,
    favoriteEpisodes: update.favoriteEpisodes ?? stored.favoriteEpisodes,
  };
}

export function bookmarkOf({
  meta,
  group,
  favoriteEpisodes,
  updatedAt,
}: AnyBookmark): BookmarkItem {
  return BookmarkItem.parse({
    title: meta.title,
    year: meta.year || undefined,
    poster: meta.poster ?? undefined,
    type: meta.type,
    ...(group && { group }),
    ...(favoriteEpisodes && { favoriteEpisodes }),
    updatedAt,
  });
}

/** A server or a device that knows no groups and no poster does not empty them. */
function sameBookmark(one: BookmarkItem, other: BookmarkItem): BookmarkItem {
  const late = newer(one, other);
  const early = late === one ? other : one;
  const group = late.group ?? early.group;
  const favoriteEpisodes = late.favoriteEpisodes ?? early.favoriteEpisodes;
  return {
    ...early,
    ...late,
    year: late.year ?? early.year,
    poster: late.poster ?? early.poster,
    ...(group && { group }),
    ...(favoriteEpisodes && { favoriteEpisodes }),
  };
}

function timesOf(removals: readonly BookmarkUpdate[]): Record<string, number> {
  return Object.fromEntries(removals.map((removal) => [removal.tmdbId, timeOf(removal)]));
}
