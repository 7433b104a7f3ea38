import type { PlaybackMeta } from '#data/catalog/details.ts';

/** Of the browser's tab. */
export function pageTitle(meta: PlaybackMeta): string {
  const label = episodeLabel(meta);
  return label === undefined ? meta.title : `${meta.title} - ${label}`;
}

/** `S1 E3`, the same in every language, like the chip on a card. */
export function episodeLabel(meta: PlaybackMeta): string | undefined {
  return meta.type === 'show' ? `S${meta.season.number} E${meta.episode.number}` : undefined;
}

/** Under the title in the player: `S1 E3 · The Third One`. */
export function subtitle(meta: PlaybackMeta): string | undefined {
  if (meta.type === 'movie') return meta.releaseYear > 0 ? String(meta.releaseYear) : undefined;
  return [episodeLabel(meta), meta.episode.title].filter(Boolean).join(' · ');
}
