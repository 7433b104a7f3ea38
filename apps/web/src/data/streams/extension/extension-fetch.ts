// The extension as a source's way to the network: it may set any header and read any answer.
import type { FetchResponse, FetchOptions, Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { askExtension, ExtensionError } from './messages.ts';

const Answered = z.object({
  response: z.object({
    statusCode: z.number(),
    headers: z.record(z.string(), z.string()),
    finalUrl: z.string(),
    /** Parsed already where it was JSON. */
    body: z.unknown(),
  }),
});

const LIMITS = { timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 };

export function createExtensionFetcher(): Fetcher {
  const lanes = new Map<string, Promise<unknown>>();

  /** One after another, whatever becomes of the one before. */
  function inLane<T>(lane: string, task: () => Promise<T>): Promise<T> {
    const turn = (lanes.get(lane) ?? Promise.resolve()).then(task, task);
    lanes.set(lane, turn);
    return turn;
  }

  return (url, options) => {
    const call = () => request(url, options);
    const host = URL.parse(url)?.host ?? url;
    // It rewrites headers with one rule for everything, so calls at the same time would get each other's.
    return inLane(host, () => (hasHeaders(options) ? inLane('', call) : call()));
  };
}

function hasHeaders({ headers = {} }: FetchOptions): boolean {
  return Object.keys(headers).length > 0;
}

async function request(
  url: string,
  { signal, method = 'GET', headers = {}, query, body, ...limits }: Parameters<Fetcher>[1],
): Promise<FetchResponse> {
  const { timeoutMs, maxBytes } = { ...LIMITS, ...limits };
  const answer = await askExtension({
    name: 'makeRequest',
    body: {
      url,
      method,
      headers,
      ...(query && { query: textsOf(query) }),
      ...(body !== undefined && { body, bodyType: 'string' }),
    },
    timeoutMs,
    signal,
  });
  const response = Answered.safeParse(answer).data?.response;
  if (!response) throw new ExtensionError('Its answer is not of its protocol', false);
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    finalUrl: response.finalUrl,
    body: textOf(response.body).slice(0, maxBytes),
  };
}

function textsOf(query: NonNullable<FetchOptions['query']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function textOf(body: unknown): string {
  if (body === undefined || body === null) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}
