// Old and odd addresses, turned into those of today. Loaders: nothing is drawn before the address is right.
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '#paths.ts';

/** Links of earlier clients live behind a hash: `/#/media/tmdb-movie-550-fight-club`. */
export function pathOfHash(hash: string): string | undefined {
  // Two slashes would be another host.
  const path = /^#(\/.*)$/.exec(hash)?.[1];
  return path?.replace(/^\/+/, '/');
}

/** A search for nothing is the start page. */
export function emptyBrowseToHome({ params }: LoaderFunctionArgs): Response | null {
  return params.query?.trim() ? null : redirect(paths.home);
}
