import type { FetchResponse, FetchOptions } from '#source.ts';
import { readJson } from '#parse-response.ts';

/** Jellyfin, or Emby, which it came from and which differs in few places. */
export interface MediaServer {
  readonly product: 'jellyfin' | 'emby';
  /** No trailing slash; it may end with a path. */
  readonly base: string;
  /** Opens everything on that server, so nobody but that server may ever see it. */
  readonly apiKey: string;
}

export type BoundFetch = (url: string, options?: FetchOptions) => Promise<FetchResponse>;

export type ServerRequest = Pick<FetchOptions, 'query' | 'timeoutMs'> & {
  /** Sent as JSON. */
  readonly body?: object;
};

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export function nameOf({ product }: MediaServer): string {
  return product === 'emby' ? 'Emby' : 'Jellyfin';
}

export function credentials({ product, apiKey }: MediaServer): Readonly<Record<string, string>> {
  if (product === 'emby') return { 'x-emby-token': apiKey };
  const about = { Client: 'Matinee', Device: 'Matinee', DeviceId: 'matinee', Version: '1' };
  // Jellyfin 12 takes the key in no other header.
  const words = Object.entries({ ...about, Token: apiKey }).map(
    ([name, value]) => `${name}="${encodeURIComponent(value)}"`,
  );
  return { authorization: `MediaBrowser ${words.join(', ')}` };
}

/** What the server answers; undefined where it knows no such thing. */
export async function fetchFromServer(
  ask: BoundFetch,
  server: MediaServer,
  path: string,
  { query, timeoutMs, body }: ServerRequest = {},
): Promise<unknown> {
  const answer = await ask(`${server.base}${path}`, {
    headers: {
      ...credentials(server),
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(query && { query }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new Error(`${nameOf(server)} refuses the key that it is asked with`);
  }
  if (answer.status === 404) return undefined;
  return readJson(answer, nameOf(server));
}

/** Where a path of the server's leads. Undefined for any other server: the key goes along, so it must not leave. */
export function addressOn({ base }: MediaServer, path: string): string | undefined {
  const { origin, pathname } = new URL(base);
  const hasPrefix = pathname !== '/' && path.startsWith(`${pathname}/`);
  const url = path.startsWith('/')
    ? URL.parse(`${hasPrefix ? origin : base}${path}`)
    : URL.parse(path);
  return url?.origin === origin && !url.username && !url.password ? url.href : undefined;
}
