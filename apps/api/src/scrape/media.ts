import type { ScrapeQuery, ScrapeSourceQuery } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Wishes } from '@matinee/sources/run';

/** What the query asks for, in the sources' words. */
export function mediaOf(query: ScrapeQuery | ScrapeSourceQuery): ScrapeMedia {
  const { title, releaseYear, tmdbId, imdbId, runtime } = query;
  const asked = { title, releaseYear, tmdbId, imdbId, runtime };
  if (query.type === 'movie') return { type: 'movie', ...asked };
  return {
    type: 'show',
    ...asked,
    season: { number: query.seasonNumber, tmdbId: query.seasonTmdbId },
    episode: {
      number: query.episodeNumber,
      tmdbId: query.episodeTmdbId,
      title: query.episodeTitle,
    },
  };
}

export function wishesOf({ sourceOrder, disabledSources }: ScrapeQuery): Wishes {
  return { order: sourceOrder, without: disabledSources };
}
