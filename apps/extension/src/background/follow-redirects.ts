// Follows redirects manually: `fetch` would send a request to a private network before it can be denied.
import type { Page } from '#sender.ts';
import { denyPrivateAddress, type ResolveName } from './private-network.ts';
import type { ObserveHeaders } from './raw-headers.ts';
import { createSerialQueue } from './serial-queue.ts';

export interface FollowDeps {
  readonly fetch: (url: URL, request: RequestInit) => Promise<Response>;
  readonly observe: ObserveHeaders;
  /** Unset in browsers without a DNS API. */
  readonly resolve?: ResolveName | undefined;
}

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: BodyInit | undefined;
}

export interface Followed {
  readonly response: Response;
  readonly url: URL;
  /** `Set-Cookie` values of the final host, including those of its redirects. */
  readonly cookies: readonly string[];
}

const MAX_REDIRECTS = 10;

export function createFollow({ fetch, observe, resolve }: FollowDeps) {
  const enqueue = createSerialQueue();

  /** Sends one request at a time to each URL, because webRequest events do not identify the fetch. */
  const send = ({ url, method, headers, payload }: Hop, signal: AbortSignal) =>
    enqueue(url.href, () =>
      observe(url, () => {
        signal.throwIfAborted();
        return fetch(url, {
          method,
          headers,
          ...(payload !== undefined && { body: payload }),
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          redirect: 'manual',
          signal,
        });
      }),
    );

  return async (first: Hop, page: Page, signal: AbortSignal): Promise<Followed> => {
    const jar: { readonly hostname: string; readonly cookies: readonly string[] }[] = [];
    let hop = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { url } = hop;
      await denyPrivateAddress(url.hostname, page, resolve);
      const [response, raw] = await send(hop, signal);
      jar.push({ hostname: url.hostname, cookies: raw?.cookies ?? [] });
      if (response.type !== 'opaqueredirect') {
        const cookies = jar.flatMap((one) => (one.hostname === url.hostname ? one.cookies : []));
        return { response, url, cookies };
      }
      if (raw?.location === undefined)
        throw new Error('The browser hides the target of the redirect.');
      hop = nextHop(hop, raw.location, raw.status);
    }
    throw new Error(`The server redirected more than ${MAX_REDIRECTS} times.`);
  };
}

/** Implements "HTTP-redirect fetch" of the Fetch standard. */
function nextHop(hop: Hop, location: string, status: number): Hop {
  const url = URL.parse(location, hop.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`Invalid redirect: ${location}`);
  if (url.hash === '') url.hash = hop.url.hash;
  const dropsBody =
    (status === 303 && !['GET', 'HEAD'].includes(hop.method)) ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const isElsewhere = url.origin !== hop.url.origin;
  const entries = Object.entries(hop.headers).filter(([name]) => {
    if (isElsewhere && name === 'authorization') return false;
    return !dropsBody || !/^content-(?:encoding|language|location|type)$/.test(name);
  });
  const headers = Object.fromEntries(entries);
  return dropsBody ? { url, method: 'GET', headers, payload: undefined } : { ...hop, url, headers };
}
