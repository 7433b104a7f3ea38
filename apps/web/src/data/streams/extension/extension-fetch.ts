// Fetches through the extension, which may set any header and read any response.
import type { FetchResponse, FetchOptions, Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { requestExtension, ExtensionError } from './messages.ts';

const ExtensionResponse = z.object({
  response: z.object({
    statusCode: z.number(),
    headers: z.record(z.string(), z.string()),
    finalUrl: z.string(),
    /** Parsed if it was JSON. */
    body: z.unknown(),
  }),
});

const LIMITS = { timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 };

export function createExtensionFetcher(): Fetcher {
  const queues = new Map<string, Promise<unknown>>();

  /** Runs tasks of one queue one after another, even after a failure. */
  function enqueue<T>(name: string, task: () => Promise<T>): Promise<T> {
    const result = (queues.get(name) ?? Promise.resolve()).then(task, task);
    queues.set(name, result);
    return result;
  }

  return (url, options) => {
    const call = () => request(url, options);
    const host = URL.parse(url)?.host ?? url;
    // The extension sets headers with a single rule, so concurrent requests would get each other's headers.
    return enqueue(host, () => (hasHeaders(options) ? enqueue('', call) : call()));
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
  const reply = await requestExtension({
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
  const response = ExtensionResponse.safeParse(reply).data?.response;
  if (!response) throw new ExtensionError('The extension sent an invalid response', false);
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
