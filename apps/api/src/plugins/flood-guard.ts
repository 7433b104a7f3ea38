import fastifyRateLimit from '@fastify/rate-limit';
import { fastifyPlugin } from 'fastify-plugin';
import { ApiError } from '#http/api-error.ts';
import { callerAddress, isThisMachine } from '#http/caller-address.ts';

export interface FloodGuardOptions {
  /** Requests of one address in a minute. */
  readonly max: number;
}

const MINUTE_MS = 60_000;
const ADDRESSES_KEPT = 10_000;
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/healthcheck']);

/** Coarse, in memory and of this process alone: what it stops costs no more than a look into a map. */
export const floodGuard = fastifyPlugin<FloodGuardOptions>(async (app, { max }) => {
  const silent = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
  };
  await app.register(fastifyRateLimit, {
    global: false,
    max,
    timeWindow: MINUTE_MS,
    cache: ADDRESSES_KEPT,
    keyGenerator: ({ ip }) => callerAddress(ip),
    // A page loads dozens of files at once, and a school has one address. Files that are not there count.
    allowList: (request) =>
      (PROBES.has(request.url) && isThisMachine(request)) ||
      (request.url.startsWith('/assets/') && !request.is404),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: () => new ApiError(429, 'Ratelimited'),
  });
  // For the whole server: the plugin's own way is a hook for each route, which comes after all others.
  app.addHook('onRequest', app.rateLimit());
});
