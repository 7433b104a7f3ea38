import type { PlaybackMeta } from '#data/catalogue/details.ts';

/** False only when the catalogue is sure: a missing date keeps nobody from looking. */
export function isReleased(meta: PlaybackMeta, now: Date): boolean {
  const day = releaseDay(meta);
  if (day !== undefined) {
    const releasedAt = Date.parse(day);
    return Number.isNaN(releasedAt) || releasedAt <= now.getTime();
  }
  return meta.type === 'show' || meta.releaseYear <= now.getFullYear();
}

/** Of the film or of this episode, `YYYY-MM-DD`. */
export function releaseDay(meta: PlaybackMeta): string | undefined {
  return meta.type === 'show' ? meta.episode.airDate : meta.releaseDate;
}
