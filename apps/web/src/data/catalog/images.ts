import { config } from '#config.ts';

export type PosterWidth = 'w342' | 'w500';

/** Of portraits, of episodes and of scenes. */
type PictureWidth = 'w185' | 'w300' | 'w1280';

export function posterUrl(
  path: string | null | undefined,
  width: PosterWidth = 'w342',
): string | undefined {
  return pictureUrl(path, width);
}

/** A picture out of an episode. */
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

/** Stored posters of earlier clients have a double slash before the name; both are the same picture. */
export function tidyPosterUrl(url: string | undefined): string | undefined {
  return url?.replace(/(\/t\/p\/\w+)\/{2,}/, '$1/');
}
