/** What is sent to a server, wherever that is. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

export const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/**
 * What may go on to another host. Keys come under any name (`api-key`, `x-plex-token`, an operator's own), so what is
 * not known to be harmless stays with the host that it was meant for.
 */
const CROSS_ORIGIN_HEADERS =
  /^(?:accept|accept-encoding|accept-language|content-length|content-type|depth|if-.*|origin|range|referer|user-agent|x-requested-with)$/;
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-length']);

export function isCrossOriginHeader(header: string): boolean {
  return CROSS_ORIGIN_HEADERS.test(header);
}

/** Where an answer sends its reader on to, or nothing when it is the answer. */
export function redirectLocation(
  status: number,
  { location }: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  return REDIRECTS.has(status) && typeof location === 'string' ? location : undefined;
}

/** As browsers do: a form that was sent is not sent again, except where 307 and 308 ask for just that. */
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
