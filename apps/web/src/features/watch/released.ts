import type { EpisodeMeta, PlaybackMeta } from '#data/catalogue/details.ts';

/** False only when the catalogue is sure: a missing date keeps nobody from looking. */
export function isReleased(meta: PlaybackMeta, now: Date): boolean {
  const day = releaseDay(meta);
  if (day !== undefined) return isPast(day, now);
  return meta.type === 'show' || meta.releaseYear <= now.getFullYear();
}

/** What has no date is there: a missing date keeps nobody from looking. */
export function isAired({ airDate }: Pick<EpisodeMeta, 'airDate'>, now: Date): boolean {
  return airDate === undefined || isPast(airDate, now);
}

function isPast(day: string, now: Date): boolean {
  const at = Date.parse(day);
  return Number.isNaN(at) || at <= now.getTime();
}

/** Of the film or of this episode, `YYYY-MM-DD`. */
export function releaseDay(meta: PlaybackMeta): string | undefined {
  return meta.type === 'show' ? meta.episode.airDate : meta.releaseDate;
}
