import type { ScrapeMedia } from '@matinee/shared/media/media';

function mediaQuery(media: ScrapeMedia): URLSearchParams {
  const query = new URLSearchParams({
    type: media.type,
    title: media.title,
    releaseYear: String(media.releaseYear),
    tmdbId: media.tmdbId,
  });
  if (media.imdbId) query.set('imdbId', media.imdbId);
  if (media.runtime) query.set('runtime', String(media.runtime));
  if (media.type === 'movie') return query;
  query.set('seasonNumber', String(media.season.number));
  query.set('seasonTmdbId', media.season.tmdbId);
  query.set('episodeNumber', String(media.episode.number));
  query.set('episodeTmdbId', media.episode.tmdbId);
  if (media.episode.title) query.set('episodeTitle', media.episode.title);
  return query;
}

/** What a viewer thinks of the sources; relays of other makes ignore it. */
export interface Wishes {
  /** These first. */
  readonly order?: readonly string[] | undefined;
  /** These not at all. */
  readonly without?: readonly string[] | undefined;
}

export function runQuery(media: ScrapeMedia, { order = [], without = [] }: Wishes) {
  const query = mediaQuery(media);
  if (order.length > 0) query.set('sourceOrder', order.join(','));
  if (without.length > 0) query.set('disabledSources', without.join(','));
  return query;
}

export function sourceQuery(id: string, media: ScrapeMedia): URLSearchParams {
  const query = mediaQuery(media);
  query.set('id', id);
  return query;
}

export function embedQuery(id: string, url: string): URLSearchParams {
  return new URLSearchParams({ id, url });
}
