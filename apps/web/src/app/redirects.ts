// Old and odd addresses, turned into those of today. Loaders: nothing is drawn before the address is right.
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '#paths.ts';

/** A search for nothing is the start page. */
export function emptyBrowseToHome({ params }: LoaderFunctionArgs): Response | null {
  return params.query?.trim() ? null : redirect(paths.home);
}
