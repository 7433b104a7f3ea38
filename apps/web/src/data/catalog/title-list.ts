// Lists of titles in the interface's language. Titles without a translation appear in English.
import type { TmdbKind } from '@matinee/shared/media/media';
import { z } from 'zod';
import { ENGLISH, tmdb, type TmdbQuery } from './tmdb.ts';
import { MultiResults, type TitleItem } from './schemas.ts';
import { isUntranslated, itemName, type Title, titleOf } from './title.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

const TitlePage = z.lazy(() => {
  const count = z.number().int().nonnegative();
  return MultiResults.unwrap().extend({
    total_pages: count.catch(1),
    total_results: count.optional().catch(undefined),
  });
});
/** Adds `media_type`, which items in lists of one kind lack. */
const pageOf = (kind: TmdbKind) =>
  z
    .looseObject({ results: z.array(z.looseObject({})) })
    .transform(({ results, ...page }): { readonly results: unknown[] } => ({
      ...page,
      results: results.map((item) => ({ ...item, media_type: kind })),
    }))
    .pipe(TitlePage);

interface ListCall {
  readonly path: string;
  /** Undefined if the items have a `media_type`. */
  readonly kind?: TmdbKind;
  readonly language: string;
  readonly query: TmdbQuery;
  readonly signal: AbortSignal;
}

interface TitleList {
  readonly titles: readonly Title[];
  readonly pages: number;
  /** Results of all pages, people included; undefined if the server does not report it. */
  readonly total: number | undefined;
}

export async function titleList(call: ListCall): Promise<TitleList> {
  const { results, total_pages: pages, total_results: total } = await fetchPage(call);
  const isForeign = (item: TitleItem) => isUntranslated(item, call.language);
  const english = results.some(isForeign) ? await inEnglish(call) : new Map<string, string>();
  const now = new Date();
  const titles = results.map((item) => {
    const title = titleOf(item, now);
    return { ...title, title: (isForeign(item) && english.get(keyOf(item))) || title.title };
  });
  return { titles, pages, total };
}

function fetchPage({ path, kind, language, query, signal }: ListCall) {
  const schema = kind === undefined ? TitlePage : pageOf(kind);
  return tmdb(path, { schema, query: { ...query, language }, signal });
}

/** English titles by key. Empty if the request fails, because the original titles suffice. */
async function inEnglish(call: ListCall): Promise<ReadonlyMap<string, string>> {
  try {
    const { results } = await fetchPage({ ...call, language: ENGLISH });
    return new Map(results.map((item) => [keyOf(item), itemName(item)]));
  } catch {
    call.signal.throwIfAborted();
    return new Map();
  }
}

const keyOf = ({ media_type: kind, id }: TitleItem): string => `${kind} ${id}`;

/** The server rejects longer texts. */
const MAX_LENGTH = 200;
export const CACHED_MS = 60 * 60_000;
/** An empty list may be a failure of TMDB. */
const EMPTY_CACHED_MS = 60_000;
/** TMDB's limit. */
const MAX_PAGES = 500;

export const staleTimeOf = (list: readonly unknown[] | undefined): number =>
  list?.length === 0 ? EMPTY_CACHED_MS : CACHED_MS;

/** Movies and shows in TMDB's order. Within a page, titles with a poster come first. */
export function searchTitles(text: string, language = ENGLISH) {
  const query = text.trim().slice(0, MAX_LENGTH);
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'search', query, language],
    queryFn: ({ signal, pageParam: page }) =>
      titleList({
        path: '/search/multi',
        language,
        query: { query, include_adult: false, page },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) =>
      page < Math.min(pages, MAX_PAGES) ? page + 1 : undefined,
    select: ({ pages }) => unique(pages.flatMap(({ titles }) => postersFirst(titles))),
    staleTime: ({ state: { data } }) => staleTimeOf(data?.pages[0]?.titles),
    gcTime: CACHED_MS,
  });
}

function postersFirst(titles: readonly Title[]): Title[] {
  const hasPoster = ({ poster }: Title) => poster !== undefined;
  return [...titles.filter(hasPoster), ...titles.filter((title) => !hasPoster(title))];
}

/** A title may move to the next page between two requests. */
function unique(titles: readonly Title[]): readonly Title[] {
  const known = new Map<string, Title>();
  for (const title of titles) {
    const key = `${title.type} ${title.tmdbId}`;
    if (!known.has(key)) known.set(key, title);
  }
  return [...known.values()];
}

/** Only released movies: TMDB's list includes upcoming ones. */
export function popularMovies(language: string) {
  return queryOptions({
    queryKey: ['catalogue', 'popular', 'movie', language],
    queryFn: async ({ signal }): Promise<readonly Title[]> => {
      const call = { path: '/movie/popular', kind: 'movie', language, query: { page: 1 } } as const;
      const { titles } = await titleList({ ...call, signal });
      return titles.filter(({ isReleased }) => isReleased);
    },
    staleTime: ({ state: { data } }) => staleTimeOf(data),
    gcTime: CACHED_MS,
  });
}
