import slugify from 'slugify';
import { mediaType, tmdbKind, type MediaType } from './media.ts';

export interface SlugTitle {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly title: string;
}

/** Returns `tmdb-movie-550-fight-club`. Only type and number are parsed. */
export function encodeSlug({ type, tmdbId, title }: SlugTitle): string {
  const words = slugify(title, { lower: true, strict: true });
  return `tmdb-${tmdbKind(type)}-${tmdbId}-${words}`;
}

export interface SlugRef {
  readonly type: MediaType;
  readonly tmdbId: string;
}

export function decodeSlug(slug: string): SlugRef | null {
  const [, kind, tmdbId] = /^tmdb-(movie|tv)-(\d{1,15})(?:-|$)/.exec(slug) ?? [];
  if (tmdbId === undefined || (kind !== 'movie' && kind !== 'tv')) return null;
  return { type: mediaType(kind), tmdbId };
}
