// What was begun and not finished, from the stored progress; as lists show it.
import type { MediaType } from '@matinee/shared/media/media';
import { tidyPosterUrl } from '#data/catalog/images.ts';
import { resumePointOf, type ResumePoint } from '#data/user-data/progress-update.ts';
import type { ProgressItem } from '#data/user-data/progress.ts';

export interface LibraryTitle extends Partial<ResumePoint> {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly title: string;
  readonly year: number | undefined;
  readonly poster: string | undefined;
  readonly isReleased?: boolean;
}

/** Newest first; what is bookmarked has a place of its own. */
export function unfinished(
  items: Readonly<Record<string, ProgressItem>>,
  bookmarks: Readonly<Record<string, unknown>> = {},
): LibraryTitle[] {
  return Object.entries(items)
    .filter(([tmdbId]) => !(tmdbId in bookmarks))
    .toSorted(([, one], [, other]) => other.updatedAt - one.updatedAt)
    .flatMap(([tmdbId, item]) => {
      const place = resumePointOf(item);
      if (!place) return [];
      const { type, title, year } = item;
      return [{ type, tmdbId, title, year, poster: tidyPosterUrl(item.poster), ...place }];
    });
}
