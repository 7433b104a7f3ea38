import fastifyRateLimit from '@fastify/rate-limit';
import { fastifyPlugin } from 'fastify-plugin';
import { ApiError } from '#http/api-error.ts';
import { callerAddress, isThisMachine } from '#http/caller-address.ts';
import { countRejection } from '#lib/measurements.ts';

export interface IpRateLimitOptions {
  /** The maximum number of requests from one address in a minute. */
  readonly max: number;
}

const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 10_000;
/**
 * Assets have a separate, larger limit, because a page loads dozens at once and a school shares one address.
 */
const ASSETS_FACTOR = 10;
const ASSETS = '/assets/';
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/healthcheck']);

/** Limits requests coarsely in the memory of this process. Rejecting a request costs one map lookup. */
export const ipRateLimit = fastifyPlugin<IpRateLimitOptions>(async (app, { max }) => {
  const silent = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
  };
  await app.register(fastifyRateLimit, {
    global: false,
    max: (_request, key) => (key.startsWith(ASSETS) ? max * ASSETS_FACTOR : max),
    timeWindow: MINUTE_MS,
    cache: MAX_ADDRESSES,
    // Count missing files as ordinary requests.
    keyGenerator: ({ ip, url, is404 }) =>
      `${url.startsWith(ASSETS) && !is404 ? ASSETS : ''}${callerAddress(ip)}`,
    allowList: (request) => PROBES.has(request.url) && isThisMachine(request),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: () => {
      countRejection('flood');
      return new ApiError(429, 'Ratelimited');
    },
  });
  // Use a server-wide hook, because the plugin's own hooks run per route, after all others.
  app.addHook('onRequest', app.rateLimit());
});
