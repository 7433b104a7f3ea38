import type { FetchResponse, FetchOptions, Fetcher } from '@matinee/sources/source';
import type { z } from 'zod';
import { KeyRefused, ServiceFailed } from './service.ts';

const LIMIT_MS = 8_000;
const MAX_BYTES = 4 * 1024 * 1024;
const LONGEST_REST_SECONDS = 24 * 60 * 60;
const USUAL_REST_SECONDS = 60;

interface Question<T> extends FetchOptions {
  readonly url: string;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
}

/** Asks a service for JSON of a certain shape, and says in words why there is none. */
export async function ask<T>(
  fetch: Fetcher,
  { url, schema, signal, headers, ...options }: Question<T>,
): Promise<T> {
  const answer = await fetch(url, {
    timeoutMs: LIMIT_MS,
    maxBytes: MAX_BYTES,
    ...options,
    headers: { accept: 'application/json', ...headers },
    signal,
  });
  if (answer.status !== 200) throw failureOf(answer);
  const parsed = schema.safeParse(parse(answer.body));
  if (parsed.success) return parsed.data;
  throw new ServiceFailed('It did not answer as it usually does.');
}

function failureOf({ status, headers }: FetchResponse): ServiceFailed {
  if (status === 401 || status === 403) return new KeyRefused('It does not accept the key.');
  if (status === 406) return new ServiceFailed('Its quota is used up.', LONGEST_REST_SECONDS);
  if (status === 429) {
    return new ServiceFailed('It asks for a rest.', restOf(headers['retry-after']));
  }
  return new ServiceFailed(`It answered with status ${status}.`);
}

function restOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter);
  return seconds > 0 ? Math.min(seconds, LONGEST_REST_SECONDS) : USUAL_REST_SECONDS;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
