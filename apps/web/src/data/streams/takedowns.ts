import type { MediaType } from '@matinee/shared/media/media';
import { config } from '#config.ts';

/** Types as the takedown list names them. */
const WORDS: Record<MediaType, string> = { movie: 'movie', show: 'series' };

interface Title {
  readonly type: MediaType;
  readonly tmdbId: string;
}

/** Entries have the form `movie-{id}` or `series-{id}`. */
export function isRemoved(title: Title, list: readonly string[] = config.DISALLOWED_IDS): boolean {
  return list.some((entry) => {
    const [word, id] = entry.split('-');
    return word === WORDS[title.type] && id === title.tmdbId;
  });
}
