// The caches: the shell of this version and of the one before, and the latest responses.

const SHELL = 'matinee-shell-';
const LATEST = 'matinee-latest';
/** Caches of movie-web clients. Workbox built their workers. */
const EARLIER_CLIENT = 'workbox-';
const MAX_LATEST = 150;
/** A page that was open during an update still requests chunks of its version. */
const MAX_SHELLS = 2;
const RESPONSE_WITHIN_MS = 6_000;

export async function precache(version: string, files: readonly string[]): Promise<void> {
  const shell = await caches.open(SHELL + version);
  await shell.addAll([...files]);
}

/** True when an earlier client has left its caches. */
export async function isUpgrade(): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith(EARLIER_CLIENT));
}

/** Takes and returns names oldest first, the order in which browsers list caches. */
export function outdated(names: readonly string[], version: string): string[] {
  const shells = shellsIn(names).filter((name) => name !== SHELL + version);
  const older = shells.slice(0, Math.max(0, shells.length - (MAX_SHELLS - 1)));
  return names.filter((name) => name.startsWith(EARLIER_CLIENT) || older.includes(name));
}

export const newestShell = (names: readonly string[]): string | undefined => shellsIn(names).at(-1);

const shellsIn = (names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(SHELL));

export async function deleteOutdated(version: string): Promise<void> {
  const names = outdated(await caches.keys(), version);
  await Promise.all(names.map((name) => caches.delete(name)));
}

export async function cacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** Returns the server's response and caches it. Without a response, returns the last one. */
export async function networkFirst(
  request: Request,
  response: Promise<Response>,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  try {
    const fresh = await withTimeout(response);
    if (fresh.status === 200) waitUntil(store(request, fresh.clone()));
    return fresh;
  } catch {
    const last = await caches.match(request, { cacheName: LATEST });
    return last ?? (await caches.match(request)) ?? response;
  }
}

/** Returns the page from the server, else the cached shell. */
export async function pageOrShell(version: string, response: Promise<Response>): Promise<Response> {
  try {
    return await withTimeout(response);
  } catch {
    const shell = await caches.open(SHELL + version);
    return (await shell.match('/index.html')) ?? response;
  }
}

/** Some connections accept requests and deliver nothing. */
function withTimeout(response: Promise<Response>): Promise<Response> {
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, RESPONSE_WITHIN_MS));
  return Promise.race([response, late]);
}

/** Moves the entry to the end: the cache evicts the least recently stored. */
async function store(request: Request, response: Response): Promise<void> {
  try {
    const cache = await caches.open(LATEST);
    await cache.delete(request);
    await cache.put(request, response);
    const entries = await cache.keys();
    const tooMany = entries.slice(0, Math.max(0, entries.length - MAX_LATEST));
    await Promise.all(tooMany.map((old) => cache.delete(old)));
  } catch {
    // The disk is full, or the body broke off; the page has its own copy.
  }
}

// The caching strategy of a request. The worker does not touch requests with `none`.

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
  // Only the user's language is cached.
  if (pathname.startsWith('/assets/texts/')) return 'latest';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (pathname === '/config.js' || pathname.startsWith('/catalogue/')) return 'latest';
  return ROOT_FILE.test(pathname) ? 'latest' : 'none';
}

const ROOT_FILE = /^\/[\w-]+\.(?:svg|png|webmanifest)$/;
