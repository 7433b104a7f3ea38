// Finds titles of old stores by name and year, because their ids are no longer known.
import { z } from 'zod';
import { CatalogError, tmdb, posterUrl } from '#data/catalog/tmdb.ts';
import { PostponedError } from './legacy-store.ts';

export interface OldTitle {
  readonly title: string;
  readonly year: number | undefined;
  readonly type: 'movie' | 'show';
}

export interface FoundTitle {
  readonly tmdbId: string;
  readonly poster: string | undefined;
}

const Result = z.object({
  id: z.number(),
  media_type: z.string().optional(),
  title: z.string().optional(),
  name: z.string().optional(),
  release_date: z.string().optional(),
  first_air_date: z.string().optional(),
  poster_path: z.string().nullish(),
});
const Results = z.object({ results: z.array(Result) });

export async function findTitle(
  old: OldTitle,
  signal: AbortSignal,
): Promise<FoundTitle | undefined> {
  // The only search that this site's server allows.
  const query = { query: old.title, include_adult: false };
  const { results } = await orLater(tmdb('/search/multi', { schema: Results, query, signal }));
  const kind = old.type === 'movie' ? 'movie' : 'tv';
  const found = results.find((result) => result.media_type === kind && isSame(old, result));
  if (!found) return undefined;
  return { tmdbId: String(found.id), poster: posterUrl(found.poster_path) };
}

function isSame({ title, year }: OldTitle, result: z.infer<typeof Result>): boolean {
  const released = Number.parseInt(result.release_date ?? result.first_air_date ?? '', 10);
  const isOfItsTime = year === undefined || Math.abs(released - year) <= 1;
  return isOfItsTime && plain(title) === plain(result.title ?? result.name ?? '');
}

function plain(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/['":]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}

const Season = z.object({
  id: z.number(),
  name: z.string().catch('').default(''),
  episodes: z.array(
    z.object({
      id: z.number(),
      episode_number: z.number(),
      name: z.string().catch('').default(''),
    }),
  ),
});
export type FoundSeason = z.infer<typeof Season>;

/** Undefined for a season that does not exist. */
export async function findSeason(
  tmdbId: string,
  number: number,
  signal: AbortSignal,
): Promise<FoundSeason | undefined> {
  try {
    return await tmdb(`/tv/${tmdbId}/season/${number}`, { schema: Season, signal });
  } catch (error) {
    if (error instanceof CatalogError && error.status === 404) return undefined;
    return orLater(Promise.reject(error));
  }
}

/** Catalog errors may be temporary, so the stored data stays. */
async function orLater<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    throw new PostponedError('The catalog is unavailable.', { cause: error });
  }
}
