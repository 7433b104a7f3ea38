// A page's own way to the network: straight to what lets pages read it, through a proxy to everything else.
import type { FetchResponse, FetchOptions, Fetcher } from '@matinee/sources/source';
import { proxiedText } from '#data/streams/proxies/proxied-fetch.ts';
import { HttpError, requestText, type HttpAnswer, type HttpRequest } from '#lib/http.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 };
/** A browser sends these as it likes; a proxy sends them as it is told. */
const OUT_OF_REACH = new Set(['cookie', 'referer', 'origin', 'user-agent', 'host', 'x-real-ip']);

export function createPageFetcher(): Fetcher {
  /** Where only a proxy got an answer from. */
  const closed = new Set<string>();
  return async (url, { signal, query, method, headers = {}, body, ...limits }) => {
    const address = withQuery(url, query);
    const place = placeOf(address);
    const request: HttpRequest = {
      ...LIMITS,
      ...limits,
      isCut: true,
      headers,
      text: body,
      ...(method && { method }),
      signal,
    };
    if (!closed.has(place) && !needsProxy(headers)) {
      const direct = await tryDirectly(address, request);
      if (direct) return direct;
    }
    const answer = await timed(() => proxiedText(address, request));
    closed.add(place);
    return answer;
  };
}

/** Undefined where a page may not read the answer; it cannot tell that from a server that is down. */
async function tryDirectly(url: string, request: HttpRequest): Promise<FetchResponse | undefined> {
  try {
    return await timed(() => requestText(url, request));
  } catch (error) {
    if (error instanceof HttpError && error.failure === 'network') return undefined;
    throw error;
  }
}

/** Sources are judged by their time-outs, which go by this name. */
async function timed(ask: () => Promise<HttpAnswer<string>>): Promise<FetchResponse> {
  try {
    const { status, headers, finalUrl, body } = await ask();
    return { status, headers: Object.fromEntries(headers), finalUrl, body };
  } catch (error) {
    if (!(error instanceof HttpError) || error.failure !== 'timeout') throw error;
    throw new DOMException(error.message, 'TimeoutError');
  }
}

function needsProxy(headers: NonNullable<FetchOptions['headers']>): boolean {
  return Object.keys(headers).some((name) => OUT_OF_REACH.has(name.toLowerCase()));
}

/** A server may let pages read one part of it and not another: its answers, but not the files that it keeps elsewhere. */
function placeOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}/${pathname.split('/')[1] ?? ''}`;
}

function withQuery(url: string, query: FetchOptions['query'] = {}): string {
  const full = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) full.searchParams.append(name, String(value));
  }
  return full.href;
}
