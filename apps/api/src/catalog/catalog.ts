import type { CatalogueStatus } from '@matinee/shared/contract/catalog';
import type { Fetcher } from '@matinee/sources/source';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import { matchRoute, type CallName, type CatalogRequest } from './tmdb-allowlist.ts';
import { errorResponse, okResponse, type CatalogResponse } from './response.ts';
import { createTmdbClient, isReadOnly } from './tmdb-client.ts';
import { starterResponse, FIRST_STARTER_ID } from './starter.ts';
import { findStarter } from '@matinee/sources/starter-catalog/starter-catalog';
import { z } from 'zod';

export interface CatalogOptions {
  /** The operator's TMDB key. Unset: the server uses the starter catalog. */
  readonly key?: string | undefined;
  /** The URLs of TMDB's two hosts with `/3`, without a trailing slash. */
  readonly urls: { readonly primary: string; readonly fallback: string };
  readonly fetch: Fetcher;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

export interface Catalog {
  /** `path`: the part after `/catalogue/3`. `query`: the request's parameters. */
  readonly get: (
    path: string,
    query: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<CatalogResponse>;
  /** Cached for some seconds, to keep public calls from reaching TMDB each time. */
  readonly status: () => Promise<CatalogueStatus>;
}

const CACHE_BYTES = 32 * 1024 * 1024;
/** The title that movie-web clients request to test a key. */
const TEST_PATH = '/movie/556574';
const STATUS_TTL_MS = 10_000;

export function createCatalog(options: CatalogOptions): Catalog {
  const { now } = options;
  const key = options.key === '' ? undefined : options.key;
  const client = key === undefined ? undefined : createTmdbClient({ ...options, key });
  const cache = createSingleFlightCache<CatalogResponse>({
    name: 'catalog',
    maxBytes: CACHE_BYTES,
    // JavaScript stores text with up to two bytes per character.
    bytesOf: ({ body }) => 2 * body.length,
    now,
  });
  let cached: { readonly at: number; readonly status: Promise<CatalogueStatus> } | undefined;

  async function fetchResponse(
    call: CatalogRequest,
    signal: AbortSignal,
  ): Promise<CatalogResponse> {
    if (client === undefined || Number(call.named.id ?? 0) >= FIRST_STARTER_ID)
      return starterResponse(call, now());
    const load = async (flight: AbortSignal) => {
      const value = withStarterIds(call, await client(call, flight));
      return { value, ttlMs: ttlOf(call, value) };
    };
    return cache.get(`${call.path}?${new URLSearchParams(call.query).toString()}`, load, signal);
  }

  async function checkStatus(): Promise<CatalogueStatus> {
    const started = now();
    const isReachable = await checkReachable();
    return {
      configured: key !== undefined,
      readOnly: key !== undefined && isReadOnly(key),
      answers: isReachable,
      ms: now() - started,
    };
  }

  async function checkReachable(): Promise<boolean> {
    const path = client ? TEST_PATH : '/movie/popular';
    const match = matchRoute(path, {});
    if (!match.allowed) return false;
    const fetchTest = client ?? fetchResponse;
    // Callers share the request, so none of them may abort it. It has timeouts.
    const { status } = await fetchTest(match.call, new AbortController().signal);
    return status === 200;
  }

  return {
    get: async (path, query, signal) => {
      const match = matchRoute(path, query);
      if (!match.allowed) return errorResponse(match.error);
      if (match.call.name === 'search' && match.call.query.query?.trim() === '')
        return okResponse({ page: 1, results: [], total_pages: 1, total_results: 0 });
      return fetchResponse(match.call, signal);
    },
    status: () => {
      if (cached === undefined || now() - cached.at >= STATUS_TTL_MS)
        cached = { at: now(), status: checkStatus() };
      return cached.status;
    },
  };
}

/** The cache time of empty lists. Only a search may find nothing. TMDB's own lists are never empty. */
const EMPTY_TTL_MS: Readonly<Partial<Record<CallName, number>>> = {
  search: 60_000,
  discover: 60_000,
  providers: 60_000,
  nowPlaying: 0,
  popular: 0,
  topRated: 0,
  trending: 0,
  genres: 0,
};
const nothing = z.array(z.unknown()).length(0);
const EmptyList = z.union([z.object({ results: nothing }), z.object({ genres: nothing })]);

function ttlOf(call: CatalogRequest, { status, body }: CatalogResponse): number {
  if (status !== 200) return 0;
  const emptyTtlMs = EMPTY_TTL_MS[call.name];
  if (emptyTtlMs === undefined) return call.ttlMs;
  return EmptyList.safeParse(JSON.parse(body)).success ? emptyTtlMs : call.ttlMs;
}

const Numbered = z.looseObject({
  season_number: z.number().optional(),
  episode_number: z.number().optional(),
});
const Series = z.looseObject({ seasons: z.array(Numbered) });
const Season = z.looseObject({ episodes: z.array(Numbered) });

/**
 * Adds the starter catalog's IDs to seasons and episodes as `own_id`. Old URLs and progress must still work if a user
 * has watched a show before the operator set a TMDB key.
 */
function withStarterIds(call: CatalogRequest, response: CatalogResponse): CatalogResponse {
  const series = call.kind === 'tv' ? findStarter('tv', Number(call.named.id ?? 0)) : undefined;
  if (series === undefined || response.status !== 200) return response;
  const content: unknown = JSON.parse(response.body);
  if (call.name === 'season') {
    const known = series.seasons.find(({ number }) => number === Number(call.named.season));
    const body = Season.safeParse(content).data;
    if (!known || !body) return response;
    const episodes = body.episodes.map((item) => ({
      ...item,
      own_id: known.episodes.find(({ number }) => number === item.episode_number)?.id,
    }));
    return { ...response, body: JSON.stringify({ ...body, episodes }) };
  }
  const body = Series.safeParse(content).data;
  if (!body) return response;
  const seasons = body.seasons.map((item) => ({
    ...item,
    own_id: series.seasons.find(({ number }) => number === item.season_number)?.id,
  }));
  return { ...response, body: JSON.stringify({ ...body, seasons }) };
}
