// A film or series as lists show it, made from TMDB's answers.
import { mediaType, type MediaType } from '@matinee/shared/media/media';
import { posterUrl } from './images.ts';
import { yearOf } from './playback-meta.ts';
import type { TitleItem } from './schemas.ts';

export interface Title {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly title: string;
  /** Missing when unknown. */
  readonly year?: number;
  readonly isReleased: boolean;
  readonly poster?: string;
}

export function titleOf(item: TitleItem, now: Date): Title {
  const date = item.media_type === 'movie' ? item.release_date : item.first_air_date;
  const year = yearOf(date);
  const poster = posterUrl(item.poster_path);
  return {
    type: mediaType(item.media_type),
    tmdbId: String(item.id),
    title: item.media_type === 'movie' ? item.title : item.name,
    ...(year > 0 ? { year } : {}),
    isReleased: isReleased(date, now),
    ...(poster ? { poster } : {}),
  };
}

/** What has no date, or none that can be read, counts as not out yet. Dates are UTC midnight. */
function isReleased(date: string | null | undefined, now: Date): boolean {
  return Date.parse(date ?? '') <= now.getTime();
}
