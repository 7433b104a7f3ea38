export type EpisodesView = 'seasons' | 'episodes';

const PATHS: Readonly<Record<EpisodesView, string>> = {
  seasons: '/episodes',
  episodes: '/episodes/episodes',
};

export const episodesPath = (view: EpisodesView): string => PATHS[view];

/** Which page of the episodes an overlay path names; one that does not exist is the first. */
export function episodesView(path: string | null): EpisodesView | null {
  const [overlay, ...rest] = (path ?? '').split('/').filter((part) => part !== '');
  if (overlay !== 'episodes') return null;
  return rest.join('/') === 'episodes' ? 'episodes' : 'seasons';
}
