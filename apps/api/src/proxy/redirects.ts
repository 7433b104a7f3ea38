/** A request to any server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

export const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/**
 * Headers that may follow a redirect to another host. Keys have any name (`api-key`,
 * `x-plex-token`), so only known headers pass.
 */
const CROSS_ORIGIN_HEADERS =
  /^(?:accept|accept-encoding|accept-language|content-length|content-type|depth|if-.*|origin|range|referer|user-agent|x-requested-with)$/;
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-length']);

export function isCrossOriginHeader(header: string): boolean {
  return CROSS_ORIGIN_HEADERS.test(header);
}

/** Returns the location of a redirect; undefined for other responses. */
export function redirectLocation(
  status: number,
  { location }: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  return REDIRECTS.has(status) && typeof location === 'string' ? location : undefined;
}

/** Follows browsers: a POST becomes GET, except for 307 and 308. */
export function redirectRequest<R extends OutgoingRequest>(
  request: R,
  status: number,
  isSameOrigin: boolean,
): R {
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const headers = Object.entries(request.headers).filter(
    ([name]) =>
      (isSameOrigin || isCrossOriginHeader(name)) && !(becomesGet && BODY_HEADERS.has(name)),
  );
  return {
    ...request,
    ...(becomesGet && { method: 'GET', body: undefined }),
    headers: Object.fromEntries(headers),
  };
}
