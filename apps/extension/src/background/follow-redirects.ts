// Redirects, followed by hand: `fetch` would have sent a request to a private network before anybody could refuse it.
import type { Page } from '#sender.ts';
import { refuseResolvingPrivate, type ResolveName } from './private-network.ts';
import type { ObserveHeaders } from './raw-headers.ts';
import { createSerialQueue } from './serial-queue.ts';

export interface FollowDeps {
  readonly fetch: (url: URL, request: RequestInit) => Promise<Response>;
  readonly observe: ObserveHeaders;
  /** Unset where the browser resolves no names for us. */
  readonly resolve?: ResolveName | undefined;
}

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: BodyInit | undefined;
}

export interface Followed {
  readonly response: Response;
  readonly url: URL;
  /** The values of `Set-Cookie` that the final host has sent, also on the way. */
  readonly cookies: readonly string[];
}

const MAX_REDIRECTS = 10;

export function createFollow({ fetch, observe, resolve }: FollowDeps) {
  const inTurn = createSerialQueue();

  /** One at a time to each address, since the browser does not say which request it tells of. */
  const send = ({ url, method, headers, payload }: Hop, signal: AbortSignal) =>
    inTurn(url.href, () =>
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
      await refuseResolvingPrivate(url.hostname, page, resolve);
      const [response, raw] = await send(hop, signal);
      jar.push({ hostname: url.hostname, cookies: raw?.cookies ?? [] });
      if (response.type !== 'opaqueredirect') {
        const cookies = jar.flatMap((one) => (one.hostname === url.hostname ? one.cookies : []));
        return { response, url, cookies };
      }
      if (raw?.location === undefined)
        throw new Error('The browser hides where it was sent on to.');
      hop = nextHop(hop, raw.location, raw.status);
    }
    throw new Error(`It was sent on more than ${MAX_REDIRECTS} times.`);
  };
}

/** Follows the Fetch standard's "HTTP-redirect fetch". */
function nextHop(hop: Hop, location: string, status: number): Hop {
  const url = URL.parse(location, hop.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`Invalid redirect: ${location}`);
  if (url.hash === '') url.hash = hop.url.hash;
  const dropsBody =
    (status === 303 && !['GET', 'HEAD'].includes(hop.method)) ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const isElsewhere = url.origin !== hop.url.origin;
  const kept = Object.entries(hop.headers).filter(([name]) => {
    if (isElsewhere && name === 'authorization') return false;
    return !dropsBody || !/^content-(?:encoding|language|location|type)$/.test(name);
  });
  const headers = Object.fromEntries(kept);
  return dropsBody ? { url, method: 'GET', headers, payload: undefined } : { ...hop, url, headers };
}
