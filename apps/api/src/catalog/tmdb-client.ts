import type { FetchResponse, Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import type { CallName, CatalogRequest } from './tmdb-allowlist.ts';
import { tmdbErrorResponse, errorResponse, type CatalogResponse } from './response.ts';
import { countRetry } from '#lib/measurements.ts';

export interface TmdbClientOptions {
  readonly key: string;
  readonly urls: { readonly primary: string; readonly fallback: string };
  readonly fetch: Fetcher;
  readonly log: (message: string) => void;
}

export type TmdbClient = (call: CatalogRequest, signal: AbortSignal) => Promise<CatalogResponse>;

const PRIMARY_TIMEOUT_MS = 5_000;
/** A page may wait for both hosts before it can show anything. */
const FALLBACK_TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;

const results = z.looseObject({ results: z.array(z.looseObject({})) });

/** The minimum shape of a valid response. A 200 with an error page must not be cached for a day. */
const SHAPES: Readonly<Record<CallName, z.ZodType<object>>> = {
  search: results,
  details: z.looseObject({ id: z.number() }),
  collection: z.looseObject({ parts: z.array(z.looseObject({ id: z.number() })) }),
  season: z.looseObject({ episodes: z.array(z.looseObject({ id: z.number() })) }),
  find: z.looseObject({ movie_results: z.array(z.looseObject({})) }),
  nowPlaying: results,
  popular: results,
  topRated: results,
  trending: results,
  discover: results,
  genres: z.looseObject({ genres: z.array(z.looseObject({ id: z.number() })) }),
  providers: results,
};

const TmdbFailure = z.object({ status_code: z.number().int(), status_message: z.string() });

/** Requests TMDB with the operator's key, which never leaves the server. Forwards only known fields of a failure. */
export function createTmdbClient({ key, urls, fetch, log }: TmdbClientOptions): TmdbClient {
  const { headers, query } = tmdbCredentials(key);

  async function request(
    base: string,
    timeoutMs: number,
    call: CatalogRequest,
    signal: AbortSignal,
  ): Promise<TmdbResponse> {
    try {
      const response = await fetch(`${base}${encodeURI(call.path)}`, {
        headers: { accept: 'application/json', ...headers },
        query: { ...call.query, ...query },
        maxBytes: MAX_BYTES,
        timeoutMs,
        signal,
      });
      return translate(response, call);
    } catch (error) {
      signal.throwIfAborted();
      const response = errorResponse(isTimeout(error) ? 'timedOut' : 'unreachable');
      return { ...response, reason: reasonOf(error).replaceAll(key, '[hidden]') };
    }
  }

  function report(host: string, { reason, status }: TmdbResponse, { path }: CatalogRequest): void {
    log(`TMDB request to the ${host} host failed at ${path}: ${reason ?? `status ${status}`}`);
  }

  return async (call, signal) => {
    const first = await request(urls.primary, PRIMARY_TIMEOUT_MS, call, signal);
    if (first.status < 500) return first;
    report('primary', first, call);
    if (first.isFinal) return first;
    countRetry('TMDB');
    const second = await request(urls.fallback, FALLBACK_TIMEOUT_MS, call, signal);
    if (second.status >= 500) report('fallback', second, call);
    return second;
  };
}

interface TmdbResponse extends CatalogResponse {
  /** True if the host works but the response is invalid. The fallback host is then not tried. */
  readonly isFinal?: boolean;
  /** The reason for the log. */
  readonly reason?: string;
}

const INVALID_RESPONSE: TmdbResponse = {
  ...errorResponse('unreachable'),
  isFinal: true,
  reason: 'unexpected response',
};

function translate({ status, headers, body }: FetchResponse, call: CatalogRequest): TmdbResponse {
  const content = parse(body);
  if (status === 200) {
    return SHAPES[call.name].safeParse(content).success ? { status, body } : INVALID_RESPONSE;
  }
  const failure = TmdbFailure.safeParse(content).data;
  if (status < 400) return INVALID_RESPONSE;
  if (failure) {
    const { status_code: code, status_message: message } = failure;
    return tmdbErrorResponse(status, code, message, headers['retry-after']);
  }
  if (status === 404) return errorResponse('notFound');
  return status < 500
    ? INVALID_RESPONSE
    : { ...errorResponse('unreachable'), reason: `status ${status}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Returns true for a read access token (JWT), and false for an older 32-digit key. */
function isToken(key: string): boolean {
  return key.startsWith('eyJ') || key.split('.').length === 3;
}

export interface TmdbCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export function tmdbCredentials(key: string): TmdbCredentials {
  return isToken(key)
    ? { headers: { authorization: `Bearer ${key}` }, query: {} }
    : { headers: {}, query: { api_key: key } };
}

const Claims = z.object({ scopes: z.array(z.string()) });

/**
 * Trusts the scopes in the token. A JWT without scopes counts as read-only, as in other TMDB clients.
 */
export function isReadOnly(key: string): boolean {
  const [, claims, signature] = key.split('.');
  if (claims === undefined || signature === undefined) return false;
  const scopes = Claims.safeParse(decode(claims)).data?.scopes;
  return scopes === undefined || scopes.every((scope) => scope === 'api_read');
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
