import { FIRST_LOCAL_ID, type MediaType } from '@matinee/shared/media/media';
import { normalizePosterUrl } from '#data/catalog/tmdb.ts';
import type { BookmarkItem } from '#data/user-data/bookmark-schema.ts';
import { orderedBookmarks } from '#data/user-data/bookmarks.ts';
import type { ProgressItem } from '#data/user-data/progress-schema.ts';
import { resumePointOf, type ResumePoint } from '#data/user-data/progress-items.ts';

export interface LibraryTitle extends Partial<ResumePoint> {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly title: string;
  readonly year: number | undefined;
  readonly poster: string | undefined;
  readonly isReleased?: boolean;
}

/** Newest first, without bookmarked titles. */
export function unfinishedTitles(
  items: Readonly<Record<string, ProgressItem>>,
  bookmarks: Readonly<Record<string, unknown>> = {},
): LibraryTitle[] {
  return Object.entries(items)
    .filter(([tmdbId]) => !(tmdbId in bookmarks))
    .toSorted(([, one], [, other]) => other.updatedAt - one.updatedAt)
    .flatMap(([tmdbId, item]) => {
      const resumePoint = resumePointOf(item);
      if (!resumePoint) return [];
      const { type, title, year } = item;
      return [
        { type, tmdbId, title, year, poster: normalizePosterUrl(item.poster), ...resumePoint },
      ];
    });
}

interface OrderedBookmarks {
  readonly bookmarks: Readonly<Record<string, BookmarkItem>>;
  readonly order: readonly string[];
}

/** Titles of the site's own library are playable, with or without a year. */
const isReleasedBy = (tmdbId: string, year: number | undefined, now: Date): boolean =>
  Number(tmdbId) >= FIRST_LOCAL_ID || (year ?? Infinity) <= now.getFullYear();

/**
 * Titles in list order, with progress. A bookmark stores only the year, so a title of a later year counts as
 * unreleased.
 */
export function bookmarkedTitles(
  { bookmarks, order }: OrderedBookmarks,
  items: Readonly<Record<string, ProgressItem>>,
  now: Date,
): LibraryTitle[] {
  const watchedAt = (tmdbId: string): number => items[tmdbId]?.updatedAt ?? 0;
  const state = { bookmarks: { ...bookmarks }, order: [...order] };
  return orderedBookmarks(state, watchedAt).flatMap((tmdbId) => {
    const bookmark = bookmarks[tmdbId];
    if (!bookmark) return [];
    const { type, title, year, poster } = bookmark;
    const item = items[tmdbId];
    return {
      type,
      tmdbId,
      title,
      year,
      poster: normalizePosterUrl(poster),
      isReleased: item !== undefined || isReleasedBy(tmdbId, year, now),
      ...(item && resumePointOf(item)),
    };
  });
}
