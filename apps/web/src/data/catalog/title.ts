// A movie or show as lists display it.
import { mediaType, type MediaType } from '@matinee/shared/media/media';
import { ENGLISH, posterUrl, tmdb } from './tmdb.ts';
import { yearOf } from './details.ts';
import { MovieDetails, ShowDetails, type TitleItem } from './schemas.ts';
import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { queryOptions } from '@tanstack/react-query';
import { config } from '#config.ts';

export interface Title {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly title: string;
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
    title: itemName(item),
    ...(year > 0 ? { year } : {}),
    isReleased: isReleased(date, now),
    ...(poster ? { poster } : {}),
  };
}

export const itemName = (item: TitleItem): string =>
  item.media_type === 'movie' ? item.title : item.name;

/** True if TMDB has no name in `language` and has sent the original name. */
export function isUntranslated(item: TitleItem, language: string): boolean {
  const original = item.media_type === 'movie' ? item.original_title : item.original_name;
  const spoken = item.original_language;
  if (!spoken || language === ENGLISH || itemName(item) !== original) return false;
  return spoken !== 'en' && spoken !== language.slice(0, 2);
}

/** False without a readable date. Dates are UTC midnight. */
function isReleased(date: string | null | undefined, now: Date): boolean {
  return Date.parse(date ?? '') <= now.getTime();
}

const CACHED_MS = 60 * 60_000;

/** Requests a title by its id. Rejects with CatalogError. */
export function listedTitle(type: MediaType, tmdbId: string, language: string) {
  return queryOptions({
    queryKey: ['catalogue', 'listed', type, tmdbId, language],
    queryFn: async ({ signal }): Promise<Title> => {
      const options = { query: { ...DETAILS_QUERY, language }, signal };
      const now = new Date();
      if (type === 'movie') {
        const movie = await tmdb(`/movie/${tmdbId}`, { schema: MovieDetails, ...options });
        return titleOf({ ...movie, media_type: 'movie' }, now);
      }
      const show = await tmdb(`/tv/${tmdbId}`, { schema: ShowDetails, ...options });
      return titleOf({ ...show, media_type: 'tv' }, now);
    },
    staleTime: CACHED_MS,
  });
}

/**
 * Whether each episode of a season has aired, given their dates in order. Days begin at midnight UTC. An episode
 * without a readable date counts as aired, unless it follows one that has not aired.
 */
export function airedAmong(
  dates: readonly (string | null | undefined)[],
  now: Date,
): readonly boolean[] {
  let isAfterUnaired = false;
  return dates.map((date) => {
    const at = Date.parse(date ?? '');
    if (Number.isNaN(at)) return !isAfterUnaired;
    const isAired = at <= now.getTime();
    isAfterUnaired ||= !isAired;
    return isAired;
  });
}

/** Types as the takedown list names them. */
const WORDS: Record<MediaType, string> = { movie: 'movie', show: 'series' };

/** Whether the operator has taken the title down. Entries have the form `movie-{id}` or `series-{id}`. */
export function isRemoved(
  title: Pick<Title, 'type' | 'tmdbId'>,
  list: readonly string[] = config.DISALLOWED_IDS,
): boolean {
  return list.some((entry) => {
    const [word, id] = entry.split('-');
    return word === WORDS[title.type] && id === title.tmdbId;
  });
}
