import { orderedBookmarks, type BookmarkItem } from '#data/user-data/bookmarks.ts';
import { tidyPosterUrl } from '#data/catalog/images.ts';
import type { ProgressItem } from '#data/user-data/progress.ts';
import { resumePointOf } from '#data/user-data/progress-update.ts';
import type { LibraryTitle } from './continue-watching.ts';

interface Kept {
  readonly bookmarks: Readonly<Record<string, BookmarkItem>>;
  readonly order: readonly string[];
}

/** In the order of their list, with how far each was watched. A bookmark knows only its year: what comes later is not out. */
export function bookmarked(
  { bookmarks, order }: Kept,
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
      poster: tidyPosterUrl(poster),
      isReleased: item !== undefined || (year ?? Infinity) <= now.getFullYear(),
      ...(item && resumePointOf(item)),
    };
  });
}
