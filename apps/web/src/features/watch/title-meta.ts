import type { TFunction } from 'i18next';
import type { PlaybackMeta } from '#data/catalog/details.ts';

/** Title of the browser tab. */
export function pageTitle(meta: PlaybackMeta, t: TFunction): string {
  const label = episodeLabel(meta, t);
  return label === undefined ? meta.title : `${meta.title} - ${label}`;
}

/** `S1 E3`, like the badge on cards. */
function episodeLabel(meta: PlaybackMeta, t: TFunction): string | undefined {
  if (meta.type === 'movie') return undefined;
  const { season, episode } = meta;
  return t(($) => $.media.episodeDisplay, { season: season.number, episode: episode.number });
}

/** Below the title in the player: `S1 E3 · The Third One`. */
export function subtitle(meta: PlaybackMeta, t: TFunction): string | undefined {
  if (meta.type === 'movie') return meta.releaseYear > 0 ? String(meta.releaseYear) : undefined;
  return [episodeLabel(meta, t), meta.episode.title].filter(Boolean).join(' · ');
}
