import type { ScrapeQuery, ScrapeSourceQuery } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { SourcePreferences } from '@matinee/sources/scraper';

/** Converts the query to the sources' types. */
export function mediaOf(query: ScrapeQuery | ScrapeSourceQuery): ScrapeMedia {
  const { title, releaseYear, tmdbId, imdbId, runtime } = query;
  const about = { title, releaseYear, tmdbId, imdbId, runtime };
  if (query.type === 'movie') return { type: 'movie', ...about };
  return {
    type: 'show',
    ...about,
    season: { number: query.seasonNumber, tmdbId: query.seasonTmdbId },
    episode: {
      number: query.episodeNumber,
      tmdbId: query.episodeTmdbId,
      title: query.episodeTitle,
    },
  };
}

export function preferencesOf({ sourceOrder, disabledSources }: ScrapeQuery): SourcePreferences {
  return { order: sourceOrder, without: disabledSources };
}
