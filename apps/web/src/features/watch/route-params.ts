import type { MediaType } from '@matinee/shared/media/media';
import type { PlaybackMeta } from '#data/catalog/details.ts';

/** What the path of the page names. */
export interface Place {
  readonly slug: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

export interface TitleRef {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

/** Whether the path names exactly what will be watched. */
export function isCanonical(place: Place, meta: PlaybackMeta): boolean {
  const { seasonId, episodeId } = canonicalPlace(place.slug, meta);
  return place.seasonId === seasonId && place.episodeId === episodeId;
}

/** The slug stays as it was given. */
export function canonicalPlace(slug: string, meta: PlaybackMeta): Place {
  return meta.type === 'movie'
    ? { slug }
    : { slug, seasonId: meta.season.tmdbId, episodeId: meta.episode.tmdbId };
}

export function placePath({ slug, seasonId, episodeId }: Place): string {
  return ['/media', ...[slug, seasonId, episodeId].filter((part) => part !== undefined)]
    .map((part, position) => (position === 0 ? part : encodeURIComponent(part)))
    .join('/');
}

export function samePlace(a: Place, b: Place): boolean {
  return a.slug === b.slug && a.seasonId === b.seasonId && a.episodeId === b.episodeId;
}

/** What the router will read from a path of a title; undefined for any other path. */
export function placeOf(path: string): Place | undefined {
  const [root, slug, seasonId, episodeId, ...more] = path.split('/').filter((part) => part !== '');
  if (root !== 'media' || slug === undefined || more.length > 0) return undefined;
  try {
    const [first, ...ids] = [slug, seasonId, episodeId].map(
      (part) => part && decodeURIComponent(part),
    );
    return first === undefined ? undefined : { slug: first, seasonId: ids[0], episodeId: ids[1] };
  } catch {
    return undefined;
  }
}
