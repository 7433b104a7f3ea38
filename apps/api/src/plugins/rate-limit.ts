import type { Budget } from '@matinee/shared/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { z } from 'zod';
import { ApiError } from '#http/api-error.ts';
import { callerAddress } from '#http/caller-address.ts';
import type { Budgets } from '#services/budgets.ts';

const Items = z.object({ items: z.array(z.unknown()) });

/**
 * Endpoints with a budget answer so many calls of one address, over all replicas. Whoever has spent it is refused
 * before anything happens: before the body is read, or where the body says what the call costs, before the handler.
 */
export const rateLimit = fastifyPlugin<{ readonly budgets: Budgets }>(async (app, { budgets }) => {
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
    const cost = budget.cost === 'items' ? Items.parse(request.body).items.length : 1;
    const waitSeconds = await budgets.spend(budget, callerAddress(request.ip), cost);
    if (waitSeconds === undefined) return;
    hintAtProxies(request);
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
