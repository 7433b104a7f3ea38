import type { ScrapeMedia } from '@matinee/shared/media/media';
import { airedAmong } from '#data/catalog/title.ts';
import type { EpisodeMeta, PlaybackMeta } from '#data/catalog/details.ts';

/** Title of the browser tab. */
export function pageTitle(meta: PlaybackMeta): string {
  const label = episodeLabel(meta);
  return label === undefined ? meta.title : `${meta.title} - ${label}`;
}

/** `S1 E3`, not translated, like the badge on cards. */
export function episodeLabel(meta: PlaybackMeta): string | undefined {
  return meta.type === 'show' ? `S${meta.season.number} E${meta.episode.number}` : undefined;
}

/** Below the title in the player: `S1 E3 · The Third One`. */
export function subtitle(meta: PlaybackMeta): string | undefined {
  if (meta.type === 'movie') return meta.releaseYear > 0 ? String(meta.releaseYear) : undefined;
  return [episodeLabel(meta), meta.episode.title].filter(Boolean).join(' · ');
}

/** Without a date, an episode counts as released, and a movie from its year on. */
export function isReleased(meta: PlaybackMeta, now: Date): boolean {
  const day = releaseDay(meta);
  if (day !== undefined) return isPast(day, now);
  return meta.type === 'show' || meta.releaseYear <= now.getFullYear();
}

/** `episodes` are in season order. */
export function episodesAiredBy(
  episodes: readonly EpisodeMeta[],
  now: Date,
): readonly EpisodeMeta[] {
  const dates = episodes.map(({ airDate }) => airDate);
  const aired = airedAmong(dates, now);
  return episodes.filter((_, index) => aired[index]);
}

function isPast(day: string, now: Date): boolean {
  const at = Date.parse(day);
  return Number.isNaN(at) || at <= now.getTime();
}

/** `YYYY-MM-DD`. */
export function releaseDay(meta: PlaybackMeta): string | undefined {
  return meta.type === 'show' ? meta.episode.airDate : meta.releaseDate;
}

/** Only what identifies the title. */
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
