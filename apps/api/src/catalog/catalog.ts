import type { CatalogueStatus } from '@matinee/shared/contract/catalog';
import type { Fetcher } from '@matinee/sources/source';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import { judge, type CatalogRequest } from './tmdb-allowlist.ts';
import { refused, succeeded, type CatalogResponse } from './response.ts';
import { isReadOnly } from './key.ts';
import { withOwnIds } from './starter-ids.ts';
import { createRelay } from './tmdb-client.ts';
import { answerFromStarter, FIRST_OWN_ID } from './starter.ts';

export interface CatalogOptions {
  /** The operator's TMDB key; without one the starter catalogue answers. */
  readonly key?: string | undefined;
  /** TMDB's two hosts, with the `/3`, without a trailing slash. */
  readonly urls: { readonly primary: string; readonly fallback: string };
  readonly fetch: Fetcher;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

export interface Catalog {
  /** `path` is what follows `/catalogue/3`; `query` values are as they came from the request. */
  readonly answer: (
    path: string,
    query: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<CatalogResponse>;
  /** Remembered for a moment: anybody may ask, and asking often must not mean asking TMDB often. */
  readonly status: () => Promise<CatalogueStatus>;
}

const CACHE_BYTES = 32 * 1024 * 1024;
/** The title that the key test of this family of clients has always asked for. */
const TEST_PATH = '/movie/556574';
const STATUS_FOR_MS = 10_000;

export function createCatalog(options: CatalogOptions): Catalog {
  const { now } = options;
  const key = options.key === '' ? undefined : options.key;
  const relay = key === undefined ? undefined : createRelay({ ...options, key });
  const cache = createSingleFlightCache<CatalogResponse>({
    maxBytes: CACHE_BYTES,
    // JavaScript keeps text in up to two bytes a character.
    bytesOf: ({ body }) => 2 * body.length,
    now,
  });
  let tested: { readonly at: number; readonly status: Promise<CatalogueStatus> } | undefined;

  async function ask(call: CatalogRequest, signal: AbortSignal): Promise<CatalogResponse> {
    if (relay === undefined || Number(call.named.id ?? 0) >= FIRST_OWN_ID)
      return answerFromStarter(call, now());
    const load = async (flight: AbortSignal) => {
      const value = withOwnIds(call, await relay(call, flight));
      return { value, ttlMs: value.status === 200 ? call.keepMs : 0 };
    };
    return cache.get(`${call.path}?${new URLSearchParams(call.query).toString()}`, load, signal);
  }

  async function test(): Promise<CatalogueStatus> {
    const started = now();
    const answers = await testAnswers();
    return {
      configured: key !== undefined,
      readOnly: key !== undefined && isReadOnly(key),
      answers,
      ms: now() - started,
    };
  }

  async function testAnswers(): Promise<boolean> {
    const path = relay ? TEST_PATH : '/movie/popular';
    const judged = judge(path, {});
    if (!judged.allowed) return false;
    const asked = relay ?? ask;
    // Nobody may cut this short: it is shared by all who ask, and its time limits end it.
    const { status } = await asked(judged.call, new AbortController().signal);
    return status === 200;
  }

  return {
    answer: async (path, query, signal) => {
      const judged = judge(path, query);
      if (!judged.allowed) return refused(judged.refusal);
      if (judged.call.name === 'search' && judged.call.query.query?.trim() === '')
        return succeeded({ page: 1, results: [], total_pages: 1, total_results: 0 });
      return ask(judged.call, signal);
    },
    status: () => {
      if (tested === undefined || now() - tested.at >= STATUS_FOR_MS)
        tested = { at: now(), status: test() };
      return tested.status;
    },
  };
}
