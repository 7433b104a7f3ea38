// Fetches URLs through a proxy that a browser may not fetch itself.
import { PROXY_HEADER_ALIASES } from '@matinee/shared/contract/proxy-headers';
import {
  type Get,
  type HttpResponse,
  HttpError,
  type HttpRequest,
  requestBytes,
  requestText,
} from '#lib/http.ts';
import { backendUrl, proxyServers, sessionStore } from '#data/session.ts';
import { createHealth, createRotation } from './server-rotation.ts';
import { HumanCheckError, storeToken, withHumanProof } from './human-check.ts';
import { config } from '#config.ts';

const userRotation = createRotation(Math.random);
const siteRotation = createRotation(Math.random);
const health = createHealth(Date.now);

const { authorization: AUTHORIZATION_ALIAS, ...FORBIDDEN } = PROXY_HEADER_ALIASES;
const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries(FORBIDDEN));

/** All proxies failed; the destination may be fine. */
export class ProxyError extends Error {
  override name = 'ProxyError';
}

/** Lists the user's proxies first, then the site's. Proxies that failed recently come last. */
function proxyOrder(): readonly string[] {
  const { user, site } = proxyServers();
  return health.healthyFirst([...userRotation.order(user), ...siteRotation.order(site)]);
}

/** Tries the next proxy if one cannot be reached. */
export const proxiedText: Get<string> = (url, request = {}) => proxied(requestText, url, request);

export const proxiedBytes: Get<Uint8Array<ArrayBuffer>> = (url, request = {}) =>
  proxied(requestBytes, url, request);

async function proxied<T>(
  get: Get<T>,
  url: string,
  request: HttpRequest,
): Promise<HttpResponse<T>> {
  const proxies = proxyOrder();
  if (proxies.length === 0) throw new Error('No proxy is set up');
  let cause: unknown;
  for (const proxy of proxies) {
    try {
      const response = await throughProxy(proxy, url, request, get);
      health.works(proxy);
      return response;
    } catch (error) {
      request.signal?.throwIfAborted();
      // The next proxy would also require a captcha.
      if (error instanceof HumanCheckError) throw error;
      health.failed(proxy);
      cause = error;
    }
  }
  // The destination may be the slow part.
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
): Promise<HttpResponse<T>> {
  const response = await withHumanProof({
    signal: request.signal,
    send: (proof) => sendAsPage(proxy, url, { request, get, proof }),
    isRejection: (given) => isRejectedByProxy(given, 401),
  });
  const { status, headers } = response;
  const finalUrl = headers.get('x-final-destination');
  // Without this header the response is the proxy's own.
  if (finalUrl === null && status >= 400)
    throw new Error(`The proxy responded with status ${status}`);
  return { ...response, finalUrl: finalUrl ?? url };
}

interface Proxied<T> {
  readonly request: HttpRequest;
  readonly get: Get<T>;
  readonly proof: string | undefined;
  readonly token?: string | undefined;
}

/** Adds the page token if the proxy is this site's, on any port. */
async function sendAsPage<T>(
  proxy: string,
  url: string,
  sent: Proxied<T>,
): Promise<HttpResponse<T>> {
  if (!isSiteHost(proxy)) return await send(proxy, url, sent);
  const response = await send(proxy, url, { ...sent, token: await pageToken() });
  if (!isRejectedByProxy(response, 403)) return response;
  const token = await renewedPageToken();
  return token === undefined ? response : await send(proxy, url, { ...sent, token });
}

/** True for a rejection by the proxy; a destination's own 401 or 403 carries the header. */
const isRejectedByProxy = ({ status, headers }: HttpResponse<unknown>, by: 401 | 403): boolean =>
  status === by && !headers.has('x-final-destination');

async function send<T>(
  proxy: string,
  url: string,
  { request, get, proof, token }: Proxied<T>,
): Promise<HttpResponse<T>> {
  const query = token === undefined ? '' : `&token=${token}`;
  const response = await get(`${proxy}?destination=${encodeURIComponent(url)}${query}`, {
    ...request,
    headers: {
      ...authorized(renamed(request.headers), proxy),
      ...(proof !== undefined && { 'x-token': proof }),
    },
  });
  storeToken(response.headers.get('x-token'));
  return response;
}

function renamed(headers: HttpRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      ALIASES.get(name.toLowerCase()) ?? name,
      value,
    ]),
  );
}

/** Adds the session for the account server's own proxy, which does not forward it. No other proxy gets it. */
function authorized(headers: Record<string, string>, proxy: string): Record<string, string> {
  const server = backendUrl();
  const token = sessionStore.getState().account?.token;
  if (token === undefined || server === undefined) return headers;
  if (new URL(server).origin !== new URL(proxy).origin) return headers;
  const others = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'authorization' ? [AUTHORIZATION_ALIAS, value] : [name, value],
  );
  return { ...Object.fromEntries(others), authorization: `Bearer ${token}` };
}

const isSiteHost = (proxy: string): boolean =>
  typeof location !== 'undefined' && new URL(proxy).hostname === location.hostname;

/** The server accepts a page token for an hour. */
const RENEW_AFTER_MS = 50 * 60_000;
/** A younger token is not the cause of a rejection. */
const SUSPECT_AFTER_MS = 60_000;

/** Proves to this site's proxy that the caller is a page of the site. Browsers send no such header on plain http. */
let page = { token: config.PROXY_TOKEN, receivedAt: Date.now() };
let renewal: Promise<void> | undefined;

/** Undefined if the server issues none. */
async function pageToken(): Promise<string | undefined> {
  if (page.token !== undefined && ageMs() >= RENEW_AFTER_MS) await renew();
  return page.token;
}

/** Returns a new token after a rejection, which a changed IP address causes. Undefined if a new one cannot help. */
async function renewedPageToken(): Promise<string | undefined> {
  if (page.token === undefined || ageMs() < SUSPECT_AFTER_MS) return undefined;
  await renew();
  return page.token;
}

const ageMs = (): number => Date.now() - page.receivedAt;

/** Shares one request among all callers. If it fails, the old token stays in use. */
function renew(): Promise<void> {
  renewal ??= requestText('/config.js')
    .then(({ body }) => {
      const token = /"PROXY_TOKEN": "([\w.-]+)"/.exec(body)?.[1];
      if (token !== undefined) page = { token, receivedAt: Date.now() };
    })
    .catch(() => undefined)
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}
