import type { MediaType } from '@matinee/shared/media/media';
import { config } from '#config.ts';

/** The takedown list's words for our types. */
const WORDS: Record<MediaType, string> = { movie: 'movie', show: 'series' };

interface Title {
  readonly type: MediaType;
  readonly tmdbId: string;
}

/** Taken down by the operator: listed as `movie-{id}` or `series-{id}`. */
export function isRemoved(title: Title, list: readonly string[] = config.DISALLOWED_IDS): boolean {
  return list.some((entry) => {
    const [word, id] = entry.split('-');
    return word === WORDS[title.type] && id === title.tmdbId;
  });
}
