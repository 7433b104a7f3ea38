import type { FetchResponse, FetchOptions, Fetcher } from '@matinee/sources/source';
import type { z } from 'zod';
import { KeyRejectedError, ServiceError } from './service.ts';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PAUSE_SECONDS = 24 * 60 * 60;
const DEFAULT_PAUSE_SECONDS = 60;

interface JsonRequest<T> extends FetchOptions {
  readonly url: string;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
}

/** Fetches JSON of a given shape. Throws a `ServiceError` that explains a failure. */
export async function fetchJson<T>(
  fetch: Fetcher,
  { url, schema, signal, headers, ...options }: JsonRequest<T>,
): Promise<T> {
  const response = await fetch(url, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    ...options,
    headers: { accept: 'application/json', ...headers },
    signal,
  });
  if (response.status !== 200) throw failureOf(response);
  const parsed = schema.safeParse(parse(response.body));
  if (parsed.success) return parsed.data;
  throw new ServiceError('The service sent an unexpected response.');
}

function failureOf({ status, headers }: FetchResponse): ServiceError {
  if (status === 401 || status === 403)
    return new KeyRejectedError('The service rejected the API key.');
  if (status === 406) return new ServiceError('The quota is used up.', MAX_PAUSE_SECONDS);
  if (status === 429) {
    return new ServiceError(
      'The service limits requests from this server.',
      retryAfterSeconds(headers['retry-after']),
    );
  }
  return new ServiceError(`The service responded with status ${status}.`);
}

function retryAfterSeconds(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter);
  return seconds > 0 ? Math.min(seconds, MAX_PAUSE_SECONDS) : DEFAULT_PAUSE_SECONDS;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
