// The caching strategy of a request. The worker does not touch the others.

export type Strategy =
  /** A page: from the server, else the cached shell. */
  | 'page'
  /** Cache first: the name changes with the content. */
  | 'asset'
  /** Network first, else the last response. */
  | 'latest'
  | 'none';

interface RouteRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** Never cached: the API, its documents, and requests that measure the connection. */
const NEVER =
  /^\/(?:ping\.txt|sw\.js|healthz|readyz|docs|metrics|meta|proxy|stream|scrape|auth|users|sessions)\b/;

export function strategyFor({ method, url, mode }: RouteRequest, origin: string): Strategy {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin || NEVER.test(pathname)) return 'none';
  if (mode === 'navigate') return 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (pathname === '/config.js' || pathname.startsWith('/catalogue/')) return 'latest';
  return ROOT_FILE.test(pathname) ? 'latest' : 'none';
}

const ROOT_FILE = /^\/[\w-]+\.(?:svg|png|webmanifest)$/;
