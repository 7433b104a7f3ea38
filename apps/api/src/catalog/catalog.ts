import type { CatalogueStatus } from '@matinee/shared/contract/catalog';
import type { Fetcher } from '@matinee/sources/source';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import { matchRoute, type CatalogRequest } from './tmdb-allowlist.ts';
import { errorResponse, okResponse, type CatalogResponse } from './response.ts';
import { isReadOnly } from './key.ts';
import { withStarterIds } from './starter-ids.ts';
import { createTmdbClient } from './tmdb-client.ts';
import { starterResponse, FIRST_STARTER_ID } from './starter.ts';

export interface CatalogOptions {
  /** The operator's TMDB key; without one, the starter catalog is served. */
  readonly key?: string | undefined;
  /** TMDB's two hosts, with the `/3`, without a trailing slash. */
  readonly urls: { readonly primary: string; readonly fallback: string };
  readonly fetch: Fetcher;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

export interface Catalog {
  /** `path` follows `/catalogue/3`; `query` holds the values of the request. */
  readonly get: (
    path: string,
    query: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<CatalogResponse>;
  /** Cached for some seconds: anyone may call it, and TMDB must not be called as often. */
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
    maxBytes: CACHE_BYTES,
    // JavaScript stores text in up to two bytes a character.
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
      return { value, ttlMs: value.status === 200 ? call.ttlMs : 0 };
    };
    return cache.get(`${call.path}?${new URLSearchParams(call.query).toString()}`, load, signal);
  }

  async function checkStatus(): Promise<CatalogueStatus> {
    const started = now();
    const isAnswering = await canAnswer();
    return {
      configured: key !== undefined,
      readOnly: key !== undefined && isReadOnly(key),
      answers: isAnswering,
      ms: now() - started,
    };
  }

  async function canAnswer(): Promise<boolean> {
    const path = client ? TEST_PATH : '/movie/popular';
    const match = matchRoute(path, {});
    if (!match.allowed) return false;
    const fetchTest = client ?? fetchResponse;
    // Shared by all callers, so none of them may abort it; its own timeouts end it.
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
