import {
  HttpError,
  requestBytes,
  requestText,
  type Get,
  type HttpAnswer,
  type HttpRequest,
} from '#lib/http.ts';
import { backendUrl, proxyServers, sessionStore } from '#data/session.ts';
import { createHealth } from './health.ts';
import { createRotation } from './round-robin.ts';
import { HumanCheckError, withHumanProof } from './human-check.ts';
import { pageToken, renewedPageToken } from './page-token.ts';
import { keepToken } from './token.ts';

const ownRotation = createRotation(Math.random);
const siteRotation = createRotation(Math.random);
const health = createHealth(Date.now);

/** What a page may not send itself travels under names of its own. */
const RENAMED: Readonly<Record<string, string>> = {
  cookie: 'x-cookie',
  referer: 'x-referer',
  origin: 'x-origin',
  'user-agent': 'x-user-agent',
  'x-real-ip': 'x-x-real-ip',
};

/** No proxy was of use: none of those who were to be asked through it is at fault. */
export class ProxyError extends Error {
  override name = 'ProxyError';
}

/** The viewer's own first, and then the site's; those that did not answer lately come last. */
function inTurn(): readonly string[] {
  const { own, site } = proxyServers();
  return health.healthyFirst([...ownRotation.order(own), ...siteRotation.order(site)]);
}

/** For what a browser may not fetch itself; a proxy that cannot be reached passes it on to the next. */
export const proxiedText: Get<string> = (url, request = {}) => proxied(requestText, url, request);

export const proxiedBytes: Get<Uint8Array<ArrayBuffer>> = (url, request = {}) =>
  proxied(requestBytes, url, request);

async function proxied<T>(get: Get<T>, url: string, request: HttpRequest): Promise<HttpAnswer<T>> {
  const proxies = inTurn();
  if (proxies.length === 0) throw new Error('No proxy is configured');
  let cause: unknown;
  for (const proxy of proxies) {
    try {
      const answer = await throughProxy(proxy, url, request, get);
      health.works(proxy);
      return answer;
    } catch (error) {
      request.signal?.throwIfAborted();
      // The next one would only ask again.
      if (error instanceof HumanCheckError) throw error;
      health.failed(proxy);
      cause = error;
    }
  }
  // The slow part may be the other server.
  if (cause instanceof HttpError && cause.failure === 'timeout') throw cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new ProxyError(`${proxies.map(hostOf).join(', ')}: ${why}`, { cause });
}

const hostOf = (url: string): string => new URL(url).host;

export async function throughProxy<T>(
  proxy: string,
  url: string,
  request: HttpRequest,
  get: Get<T>,
): Promise<HttpAnswer<T>> {
  const answer = await withHumanProof({
    signal: request.signal,
    send: (proof) => sendAsPage(proxy, url, { request, get, proof }),
    isRefusal: (given) => isRefused(given, 401),
  });
  const { status, headers } = answer;
  const finalUrl = headers.get('x-final-destination');
  // Without it the proxy itself is speaking, of a token or of what it could not reach.
  if (finalUrl === null && status >= 400) throw new Error(`The proxy answered ${status}`);
  return { ...answer, finalUrl: finalUrl ?? url };
}

interface Proxied<T> {
  readonly request: HttpRequest;
  readonly get: Get<T>;
  readonly proof: string | undefined;
  readonly token?: string | undefined;
}

/** Adds the page's token when the proxy is this site's own, on any port. */
async function sendAsPage<T>(proxy: string, url: string, sent: Proxied<T>): Promise<HttpAnswer<T>> {
  if (!isOwnHost(proxy)) return await send(proxy, url, sent);
  const answer = await send(proxy, url, { ...sent, token: await pageToken() });
  if (!isRefused(answer, 403)) return answer;
  const token = await renewedPageToken();
  return token === undefined ? answer : await send(proxy, url, { ...sent, token });
}

/** Refused by the proxy itself: it names no destination that answered. */
const isRefused = ({ status, headers }: HttpAnswer<unknown>, by: 401 | 403): boolean =>
  status === by && !headers.has('x-final-destination');

async function send<T>(
  proxy: string,
  url: string,
  { request, get, proof, token }: Proxied<T>,
): Promise<HttpAnswer<T>> {
  const query = token === undefined ? '' : `&token=${token}`;
  const answer = await get(`${proxy}?destination=${encodeURIComponent(url)}${query}`, {
    ...request,
    headers: {
      ...authorized(renamed(request.headers), proxy),
      ...(proof !== undefined && { 'x-token': proof }),
    },
  });
  keepToken(answer.headers.get('x-token'));
  return answer;
}

function renamed(headers: HttpRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [RENAMED[name.toLowerCase()] ?? name, value]),
  );
}

/** Adds the viewer's session for the proxy of their account server, which keeps it to itself; nobody else gets it. */
function authorized(headers: Record<string, string>, proxy: string): Record<string, string> {
  const server = backendUrl();
  const token = sessionStore.getState().account?.token;
  if (token === undefined || server === undefined) return headers;
  if (new URL(server).origin !== new URL(proxy).origin) return headers;
  const others = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'authorization' ? ['x-authorization', value] : [name, value],
  );
  return { ...Object.fromEntries(others), authorization: `Bearer ${token}` };
}

const isOwnHost = (proxy: string): boolean =>
  typeof location !== 'undefined' && new URL(proxy).hostname === location.hostname;
