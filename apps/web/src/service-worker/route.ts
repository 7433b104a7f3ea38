// Which requests the worker answers, and how. All others it never touches: they go to the network as if it were not there.

export type Answer =
  /** A page: from the server, or the kept shell. */
  | 'page'
  /** Of a name that changes with its content: the kept one is always right. */
  | 'asset'
  /** From the server as long as there is one, or what it said last. */
  | 'latest'
  | 'none';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** What pages outside the app's own routes ask for, and what is measured by asking: never to be kept. */
const NEVER =
  /^\/(?:ping\.txt|sw\.js|healthz|readyz|docs|metrics|meta|proxy|stream|scrape|auth|users|sessions)\b/;

export function answerTo({ method, url, mode }: Asked, origin: string): Answer {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin || NEVER.test(pathname)) return 'none';
  if (mode === 'navigate') return 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (pathname === '/config.js' || pathname.startsWith('/catalogue/')) return 'latest';
  return ROOT_FILE.test(pathname) ? 'latest' : 'none';
}

const ROOT_FILE = /^\/[\w-]+\.(?:svg|png|webmanifest)$/;
