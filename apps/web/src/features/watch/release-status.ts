import { airedAmong } from '#data/catalog/title.ts';
import type { EpisodeMeta, PlaybackMeta } from '#data/catalog/details.ts';

/** False only when the catalogue is sure: a missing date keeps nobody from looking. */
export function isReleased(meta: PlaybackMeta, now: Date): boolean {
  const day = releaseDay(meta);
  if (day !== undefined) return isPast(day, now);
  return meta.type === 'show' || meta.releaseYear <= now.getFullYear();
}

/** Those of a season that have been shown; `episodes` are in their order. */
export function airedEpisodes(episodes: readonly EpisodeMeta[], now: Date): readonly EpisodeMeta[] {
  const dates = episodes.map(({ airDate }) => airDate);
  const aired = airedAmong(dates, now);
  return episodes.filter((_, index) => aired[index]);
}

function isPast(day: string, now: Date): boolean {
  const at = Date.parse(day);
  return Number.isNaN(at) || at <= now.getTime();
}

/** Of the film or of this episode, `YYYY-MM-DD`. */
export function releaseDay(meta: PlaybackMeta): string | undefined {
  return meta.type === 'show' ? meta.episode.airDate : meta.releaseDate;
}
