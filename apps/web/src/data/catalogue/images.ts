import { config } from '#config.ts';

export type PosterWidth = 'w342' | 'w500';

export function posterUrl(
  path: string | null | undefined,
  width: PosterWidth = 'w342',
): string | undefined {
  return imageUrl(path, width);
}

/** A picture out of an episode. */
export function stillUrl(path: string | null | undefined): string | undefined {
  return imageUrl(path, 'w300');
}

function imageUrl(path: string | null | undefined, width: string): string | undefined {
  if (!path) return undefined;
  return `${config.TMDB_IMAGE_URL}/t/p/${width}/${path.replace(/^\/+/, '')}`;
}

/** Stored posters of earlier clients have a double slash before the name; both are the same picture. */
export function tidyPosterUrl(url: string | undefined): string | undefined {
  return url?.replace(/(\/t\/p\/\w+)\/{2,}/, '$1/');
}
