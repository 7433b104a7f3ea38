import type { Budget } from '@matinee/shared/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { z } from 'zod';
import { ApiError } from '#http/api-error.ts';
import { callerAddress } from '#http/caller-address.ts';
import { authOf } from './access-plugin.ts';
import { claimedAddress } from '#http/untrusted-proxy.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { FallbackRateLimiter } from './fallback-rate-limits.ts';

const Items = z.union([z.array(z.unknown()), z.object({ items: z.array(z.unknown()) })]);

/** How many items a body has; one that is an item itself is no list of them. */
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
 * Endpoints with a budget answer so many calls of one address or account, over all replicas or each alone. Whoever has
 * spent it is refused before anything happens: before the body is read, or where the body says what the call costs or
 * whose it is, before the handler. Where many share one address, what others have spent there does not lock everybody
 * out: known accounts have a small budget of their own, and so has each visitor whom an untrusted proxy names.
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
    // After the hooks of the whole server, of which one decides who may call at all.
    if (isBodyNeeded) route.preHandler = [route.preHandler ?? [], hook].flat();
    else route.onRequest = [route.onRequest ?? [], hook].flat();
  });
});
