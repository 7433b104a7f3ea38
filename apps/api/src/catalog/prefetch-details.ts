import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { tmdbKind } from '@matinee/shared/media/media';
import { decodeSlug } from '@matinee/shared/media/slug';
import type { Catalog } from './catalog.ts';

/** Asks for the details of the title whose page is being sent, so that they are there when the page wants them. */
export function createDetailsPrefetch({ get }: Pick<Catalog, 'get'>): (url: string) => void {
  return (url) => {
    const slug = /^\/media\/([^/?]+)/.exec(url)?.[1];
    const title = slug === undefined ? null : decodeSlug(slug);
    if (!title) return;
    const path = `/${tmdbKind(title.type)}/${title.tmdbId}`;
    // Nobody waits: its own time limits end it, and a failure is met again by the page that asks.
    get(path, DETAILS_QUERY, new AbortController().signal).catch(() => undefined);
  };
}
