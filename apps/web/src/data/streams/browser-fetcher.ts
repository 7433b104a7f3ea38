// Fetches directly if CORS allows it, else through a proxy if the proxy may see the URL.
import { PROXY_HEADER_ALIASES } from '@matinee/shared/contract/proxy-headers';
import type { FetchResponse, FetchOptions, Fetcher } from '@matinee/sources/source';
import { proxiedText } from '#data/streams/proxies/proxied-fetch.ts';
import { HttpError, requestText, type HttpResponse, type HttpRequest } from '#lib/http.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 };
/** Headers that only a proxy can set. */
const FORBIDDEN_HEADERS = new Set(['host', ...Object.keys(PROXY_HEADER_ALIASES)]);
FORBIDDEN_HEADERS.delete('authorization');

export function createBrowserFetcher(): Fetcher {
  /** Locations that CORS does not let pages read. */
  const blocked = new Set<string>();
  return async (url, options) => {
    const { address, request } = requestOf(url, options);
    const location = locationOf(address);
    if (!blocked.has(location) && !needsProxy(options.headers)) {
      const direct = await tryDirectly(address, request);
      if (direct) return direct;
    }
    const response = await withTimeoutError(() => proxiedText(address, request));
    blocked.add(location);
    return response;
  };
}

/** Never uses a proxy, which would see the URLs: a user's add-ons may have keys in their URLs. */
export function createDirectFetcher(): Fetcher {
  return async (url, options) => {
    const { address, request } = requestOf(url, options);
    return withTimeoutError(() => requestText(address, request));
  };
}

function requestOf(
  url: string,
  { signal, query, method, headers = {}, body, ...limits }: Parameters<Fetcher>[1],
) {
  const request: HttpRequest = {
    ...LIMITS,
    ...limits,
    isCut: true,
    headers,
    text: body,
    ...(method && { method }),
    signal,
  };
  return { address: withQuery(url, query), request };
}

/** Undefined if CORS forbids the request, which looks the same as a server that is down. */
async function tryDirectly(url: string, request: HttpRequest): Promise<FetchResponse | undefined> {
  try {
    return await withTimeoutError(() => requestText(url, request));
  } catch (error) {
    if (error instanceof HttpError && error.failure === 'network') return undefined;
    throw error;
  }
}

/** The engine expects time-outs as a `TimeoutError`. */
async function withTimeoutError(
  request: () => Promise<HttpResponse<string>>,
): Promise<FetchResponse> {
  try {
    const { status, headers, finalUrl, body } = await request();
    return { status, headers: Object.fromEntries(headers), finalUrl, body };
  } catch (error) {
    if (!(error instanceof HttpError) || error.failure !== 'timeout') throw error;
    throw new DOMException(error.message, 'TimeoutError');
  }
}

function needsProxy(headers: FetchOptions['headers'] = {}): boolean {
  return Object.keys(headers).some((name) => FORBIDDEN_HEADERS.has(name.toLowerCase()));
}

/** Origin and first path segment: CORS may differ between an API and the files of one server. */
function locationOf(url: string): string {
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
