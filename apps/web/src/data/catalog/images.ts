import { config } from '#config.ts';

export type PosterWidth = 'w342' | 'w500';

/** Portraits, stills and backdrops. */
type PictureWidth = 'w185' | 'w300' | 'w1280';

export function posterUrl(
  path: string | null | undefined,
  width: PosterWidth = 'w342',
): string | undefined {
  return pictureUrl(path, width);
}

/** A scene of an episode. */
export function stillUrl(path: string | null | undefined): string | undefined {
  return pictureUrl(path, 'w300');
}

export function pictureUrl(
  path: string | null | undefined,
  width: PosterWidth | PictureWidth,
): string | undefined {
  if (!path) return undefined;
  return `${config.TMDB_IMAGE_URL}/t/p/${width}/${path.replace(/^\/+/, '')}`;
}

/** Movie-web clients store posters with a double slash before the file name. */
export function tidyPosterUrl(url: string | undefined): string | undefined {
  return url?.replace(/(\/t\/p\/\w+)\/{2,}/, '$1/');
}
