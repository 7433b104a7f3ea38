import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { PlaybackMeta } from '#data/catalog/details.ts';

/** What a source needs to know of a title, and no more. */
export function scrapeMedia(meta: PlaybackMeta): ScrapeMedia {
  const { title, releaseYear, tmdbId, imdbId, runtime } = meta;
  const common = { title, releaseYear, tmdbId, imdbId, runtime };
  if (meta.type === 'movie') return { type: 'movie', ...common };
  const { season, episode } = meta;
  return {
    type: 'show',
    ...common,
    season: { number: season.number, tmdbId: season.tmdbId },
    episode: { number: episode.number, tmdbId: episode.tmdbId, title: episode.title },
  };
}
