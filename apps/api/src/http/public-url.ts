import type { FastifyRequest } from 'fastify';

/**
 * Returns the public origin of this server, without a trailing slash. Even an untrusted proxy may set the scheme, which
 * affects only the response to its own request.
 */
export function publicOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const forwarded = request.headers['x-forwarded-proto'];
  const isSecure = request.protocol === 'https' || forwarded === 'https';
  return `${isSecure ? 'https' : 'http'}://${requestHost(request)}`;
}

/** Returns the host and port of the request, or `localhost` for an invalid host. */
function requestHost(request: FastifyRequest): string {
  const host = request.host.toLowerCase();
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(host) ? host : 'localhost';
}

/** Returns all public hosts of this server. */
export function publicHosts(
  request: FastifyRequest,
  publicUrl: string | undefined,
): ReadonlySet<string> {
  const hosts = [requestHost(request)];
  const publicHost = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.host;
  return new Set(publicHost === undefined ? hosts : [...hosts, publicHost]);
}

export interface KnownOrigins {
  readonly publicUrl: string | undefined;
  /** Other origins that the operator has listed. `*` lists none. */
  readonly origins: readonly string[];
}

/**
 * Returns true if a page of an unlisted other origin sent the request. Browsers send no Origin with a GET to the page's
 * own origin. Other programs never send one.
 */
export function isForeignPage(
  request: FastifyRequest,
  { publicUrl, origins }: KnownOrigins,
): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origins.includes(origin)) return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  const host = URL.parse(origin)?.host;
  return host === undefined || !publicHosts(request, publicUrl).has(host);
}
