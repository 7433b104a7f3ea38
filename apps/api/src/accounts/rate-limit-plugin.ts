import type { Budget } from '@matinee/shared/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { z } from 'zod';
import { ApiError } from '#http/api-error.ts';
import { callerAddress } from '#http/caller-address.ts';
import { authOf } from './access-plugin.ts';
import { claimedAddress } from '#http/untrusted-proxy.ts';
import type { RateLimiter, FallbackRateLimiter } from './rate-limits.ts';
import { createSemaphore, whileConnected } from '#http/semaphore.ts';

const Items = z.union([z.array(z.unknown()), z.object({ items: z.array(z.unknown()) })]);

/** Counts the items of a body; a body that is itself an item has none. */
function countItems(body: unknown): number {
  const { data } = Items.safeParse(body);
  if (data === undefined) return 0;
  return 'items' in data ? data.items.length : data.length;
}

const SignedBody = z.object({ publicKey: z.string() });

export interface RateLimitOptions {
  readonly rateLimiter: RateLimiter;
  readonly fallbackRateLimiter: FallbackRateLimiter;
  readonly memoryRateLimiter: RateLimiter;
}

/**
 * Limits calls by address or account, over all replicas or in each. Rejects before the body is
 * read, or before the handler if the cost depends on the body. Where many users share an address,
 * known accounts and forwarded clients have small budgets of their own.
 */
export const rateLimit = fastifyPlugin<RateLimitOptions>(async (app, options) => {
  const { fallbackRateLimiter } = options;
  const hasFallback = async (request: FastifyRequest, budget: Budget, cost: number) => {
    if (budget.store === 'memory' || budget.by === 'account') return false;
    const address = callerAddress(request.ip);
    const claimed = claimedAddress(request);
    const visitor = claimed && { address: callerAddress(claimed), cost };
    if (visitor && (await fallbackRateLimiter.consumeOfForwarded(budget, address, visitor)))
      return true;
    const { data: signed } = SignedBody.safeParse(request.body);
    return signed ? fallbackRateLimiter.consumeOfAccount(budget, address, signed.publicKey) : false;
  };
  const enforce = async (request: FastifyRequest, reply: FastifyReply, budget: Budget) => {
    const cost = budget.cost === 'items' ? countItems(request.body) : 1;
    if (cost === 0) return;
    const rateLimiter = budget.store === 'memory' ? options.memoryRateLimiter : options.rateLimiter;
    const caller = budget.by === 'account' ? authOf(request).user.id : callerAddress(request.ip);
    const waitSeconds = await rateLimiter.consume(budget, caller, cost);
    if (waitSeconds === undefined || (await hasFallback(request, budget, cost))) return;
    reply.header('retry-after', waitSeconds);
    throw new ApiError(429, 'Ratelimited');
  };

  app.addHook('onRoute', (route) => {
    const budget = route.config?.budget;
    if (!budget) return;
    const hook = (request: FastifyRequest, reply: FastifyReply) => enforce(request, reply, budget);
    const isBodyNeeded = budget.cost === 'items' || budget.maxOfAccount !== undefined;
    // Runs after the server's own hooks, one of which checks access.
    if (isBodyNeeded) route.preHandler = [route.preHandler ?? [], hook].flat();
    else route.onRequest = [route.onRequest ?? [], hook].flat();
  });
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of a write to an account; null for all other requests. */
    endWrite: (() => void) | null;
  }
}

/** Fewer than there are connections to the database, so that reads always find one. */
const MAX_WRITES = 14;
/** Writes of one account wait for each other in the database, each on a connection. */
const MAX_WRITES_PER_ACCOUNT = 2;

/**
 * An account that writes much at once delays its own writes, not other requests. Register after
 * `access`.
 */
export const accountWrites = fastifyPlugin(async (app) => {
  const semaphore = createSemaphore(MAX_WRITES, MAX_WRITES_PER_ACCOUNT);
  app.decorateRequest('endWrite', null);
  app.addHook('onRoute', (route) => {
    const { access, endpoint } = route.config ?? {};
    if (access !== 'self' || endpoint?.method === 'GET') return;
    route.preHandler = [
      async (request: FastifyRequest) => {
        const { id } = authOf(request).user;
        const acquire = (signal: AbortSignal) => semaphore.acquire(id, signal);
        request.endWrite = await whileConnected(request.raw.socket, acquire);
      },
      route.preHandler ?? [],
    ].flat();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endWrite?.();
    done();
  });
});
