import type { Budget } from '@matinee/shared/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { z } from 'zod';
import { ApiError } from '#http/api-error.ts';
import { callerAddress } from '#http/caller-address.ts';
import { callerOf } from '#plugins/access.ts';
import type { Budgets } from '#services/budgets.ts';

const Items = z.union([z.array(z.unknown()), z.object({ items: z.array(z.unknown()) })]);

/** How many items a body has; one that is an item itself is no list of them. */
function countItems(body: unknown): number {
  const { data } = Items.safeParse(body);
  if (data === undefined) return 0;
  return 'items' in data ? data.items.length : data.length;
}

export interface RateLimitOptions {
  readonly budgets: Budgets;
  readonly memoryBudgets: Budgets;
}

/**
 * Endpoints with a budget answer so many calls of one address or account, over all replicas or each alone. Whoever has spent it is refused
 * before anything happens: before the body is read, or where the body says what the call costs, before the handler.
 */
export const rateLimit = fastifyPlugin<RateLimitOptions>(async (app, options) => {
  let hasHinted = false;
  const hintAtProxies = ({ ips, headers, log }: FastifyRequest): void => {
    // Fastify looks for those addresses only where it trusts somebody.
    if (hasHinted || ips !== undefined || headers['x-forwarded-for'] === undefined) return;
    hasHinted = true;
    log.warn(
      'Everybody behind a proxy shares one budget here: TRUSTED_PROXIES is unset, but X-Forwarded-For is sent.',
    );
  };
  const charge = async (request: FastifyRequest, reply: FastifyReply, budget: Budget) => {
    const cost = budget.cost === 'items' ? countItems(request.body) : 1;
    if (cost === 0) return;
    const budgets = budget.store === 'memory' ? options.memoryBudgets : options.budgets;
    const caller = budget.by === 'account' ? callerOf(request).user.id : callerAddress(request.ip);
    const waitSeconds = await budgets.spend(budget, caller, cost);
    if (waitSeconds === undefined) return;
    if (budget.by !== 'account') hintAtProxies(request);
    reply.header('retry-after', waitSeconds);
    throw new ApiError(429, 'Ratelimited');
  };

  app.addHook('onRoute', (route) => {
    const budget = route.config?.budget;
    if (!budget) return;
    const hook = (request: FastifyRequest, reply: FastifyReply) => charge(request, reply, budget);
    // After the hooks of the whole server, of which one decides who may call at all.
    if (budget.cost === 'items') route.preHandler = [route.preHandler ?? [], hook].flat();
    else route.onRequest = [route.onRequest ?? [], hook].flat();
  });
});
