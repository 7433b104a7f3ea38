// Rows of titles for the discover page.
import type { TmdbKind } from '@matinee/shared/media/media';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { z } from 'zod';
import { ENGLISH, type CatalogLocale, tmdb, type TmdbQuery } from './tmdb.ts';
import { CACHED_MS, staleTimeOf, titleList } from './title-list.ts';
import type { Title } from './title.ts';

/** TMDB pages have 20 titles, more than a row shows. */
const DISCOVER_PAGES = 2;
const PROVIDERS_AT_MOST = 12;

export type RowQuery =
  | { readonly kind: TmdbKind; readonly list: 'now_playing' | 'popular' | 'top_rated' }
  | { readonly kind: TmdbKind; readonly genre: number }
  | { readonly kind: TmdbKind; readonly provider: number };

/** Released titles without duplicates. Sends no request before the id is known. */
export function rowTitles(row: RowQuery | undefined, locale: CatalogLocale) {
  return queryOptions({
    queryKey: ['catalogue', 'row', row, locale],
    queryFn: row ? ({ signal }) => titlesOn(row, locale, signal) : skipToken,
    staleTime: ({ state: { data } }) => staleTimeOf(data),
    gcTime: CACHED_MS,
  });
}

async function titlesOn(
  row: RowQuery,
  { language, region }: CatalogLocale,
  signal: AbortSignal,
): Promise<readonly Title[]> {
  const call = { ...requestFor(row, region), kind: row.kind, language, signal };
  const first = await titleList(call);
  const wanted = 'list' in row ? 1 : Math.min(first.pages, DISCOVER_PAGES);
  const more = Array.from({ length: Math.max(0, wanted - 1) }, (_, index) =>
    titleList({ ...call, query: { ...call.query, page: index + 2 } }),
  );
  const lists = [first, ...(await Promise.all(more))];
  const titles = lists.flatMap(({ titles: some }) => some).filter((one) => one.isReleased);
  return [...new Map(titles.map((title) => [title.tmdbId, title])).values()];
}

function requestFor(row: RowQuery, region: string): { path: string; query: TmdbQuery } {
  const { kind } = row;
  if ('list' in row) return { path: `/${kind}/${row.list}`, query: { region, page: 1 } };
  const path = `/discover/${kind}`;
  if ('genre' in row) return { path, query: { with_genres: row.genre, page: 1 } };
  const query = { with_watch_providers: row.provider, watch_region: region, page: 1 };
  return { path, query };
}

/** A genre or a provider that a row can show. */
export interface DiscoverChoice {
  readonly id: number;
  readonly name: string;
}

const Genres = z.lazy(() =>
  z.object({
    genres: z.array(z.object({ id: z.number(), name: z.string().nullish() })),
  }),
);

export function genres(kind: TmdbKind, { language }: CatalogLocale) {
  return queryOptions({
    queryKey: ['catalogue', 'genres', kind, language],
    queryFn: async ({ signal }): Promise<readonly DiscoverChoice[]> => {
      const fetchGenres = (words: string) =>
        tmdb(`/genre/${kind}/list`, { schema: Genres, query: { language: words }, signal });
      const { genres: found } = await fetchGenres(language);
      const english = found.every(({ name }) => name) ? found : (await fetchGenres(ENGLISH)).genres;
      return found.flatMap(({ id, name }) => {
        const known = name || english.find((one) => one.id === id)?.name;
        return known ? [{ id, name: known }] : [];
      });
    },
    staleTime: ({ state: { data } }) => staleTimeOf(data),
    gcTime: CACHED_MS,
  });
}

const Providers = z.lazy(() =>
  z.object({
    results: z.array(
      z.object({
        provider_id: z.number(),
        provider_name: z.string().min(1),
        display_priority: z.number().catch(Infinity),
        display_priorities: z.record(z.string(), z.number()).catch({}),
      }),
    ),
  }),
);

/** Streaming services of a country, best known first. */
export function providers(kind: TmdbKind, { language, region }: CatalogLocale) {
  return queryOptions({
    queryKey: ['catalogue', 'providers', kind, language, region],
    queryFn: async ({ signal }): Promise<readonly DiscoverChoice[]> => {
      const query = { language, watch_region: region };
      const path = `/watch/providers/${kind}`;
      const { results } = await tmdb(path, { schema: Providers, query, signal });
      return results
        .map(({ display_priorities: here, display_priority: anywhere, ...one }) => ({
          id: one.provider_id,
          name: one.provider_name,
          rank: here[region] ?? anywhere,
        }))
        .toSorted((one, other) => one.rank - other.rank)
        .slice(0, PROVIDERS_AT_MOST)
        .map(({ id, name }) => ({ id, name }));
    },
    staleTime: ({ state: { data } }) => staleTimeOf(data),
    gcTime: CACHED_MS,
  });
}
