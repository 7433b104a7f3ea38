import type { FetchResponse, FetchOptions } from '#source.ts';
import { readJson } from '#parse-response.ts';

/** A Jellyfin or Emby server. Jellyfin is a fork of Emby, and their APIs differ little. */
export interface MediaServer {
  readonly product: 'jellyfin' | 'emby';
  /** The URL without a trailing slash. It may include a path. */
  readonly base: string;
  /** Grants full access. Never send it to another host. */
  readonly apiKey: string;
}

export type BoundFetch = (url: string, options?: FetchOptions) => Promise<FetchResponse>;

export type ServerRequest = Pick<FetchOptions, 'query' | 'timeoutMs'> & {
  /** The body, which is sent as JSON. */
  readonly body?: object;
};

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

export function nameOf({ product }: MediaServer): string {
  return product === 'emby' ? 'Emby' : 'Jellyfin';
}

export function credentials({ product, apiKey }: MediaServer): Readonly<Record<string, string>> {
  if (product === 'emby') return { 'x-emby-token': apiKey };
  const about = { Client: 'Matinee', Device: 'Matinee', DeviceId: 'matinee', Version: '1' };
  // Jellyfin 12 accepts only this header.
  const fields = Object.entries({ ...about, Token: apiKey }).map(
    ([name, value]) => `${name}="${encodeURIComponent(value)}"`,
  );
  return { authorization: `MediaBrowser ${fields.join(', ')}` };
}

/** Resolves to undefined for a 404. */
export async function fetchFromServer(
  fetch: BoundFetch,
  server: MediaServer,
  path: string,
  { query, timeoutMs, body }: ServerRequest = {},
): Promise<unknown> {
  const response = await fetch(`${server.base}${path}`, {
    headers: {
      ...credentials(server),
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(query && { query }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    maxBytes: MAX_RESPONSE_BYTES,
  });
  if (response.status === 401 || response.status === 403) {
    throw new Error(`${nameOf(server)} rejected the API key`);
  }
  if (response.status === 404) return undefined;
  return readJson(response, nameOf(server));
}

/** Sends a POST without reading the response. Throws if the server responds with an error. */
export async function sendToServer(
  fetch: BoundFetch,
  server: MediaServer,
  path: string,
  { query, timeoutMs, body = {} }: ServerRequest = {},
): Promise<void> {
  const { status } = await fetch(`${server.base}${path}`, {
    method: 'POST',
    headers: { ...credentials(server), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(query && { query }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  if (status < 200 || status >= 300) {
    throw new Error(`${nameOf(server)} responded with status ${status}`);
  }
}

/** Resolves a path. Undefined for any other origin, because requests include the API key. */
export function addressOn({ base }: MediaServer, path: string): string | undefined {
  const { origin, pathname } = new URL(base);
  const hasPrefix = pathname !== '/' && path.startsWith(`${pathname}/`);
  const url = path.startsWith('/')
    ? URL.parse(`${hasPrefix ? origin : base}${path}`)
    : URL.parse(path);
  return url?.origin === origin && !url.username && !url.password ? url.href : undefined;
}
