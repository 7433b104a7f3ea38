import type { Budget } from '@matinee/shared/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { z } from 'zod';
import { ApiError } from '#http/api-error.ts';
import { callerAddress } from '#http/caller-address.ts';
import { CONSUME_BUDGET, REPORT_CALLS } from './rate-limits.sql.ts';
import { authOf } from './session-lookup.ts';
import { claimedAddress } from '#http/untrusted-proxy.ts';
import { createSemaphore, whileConnected } from '#http/semaphore.ts';
import type { Database } from '#database/database.ts';
import { canonicalKey } from '@matinee/shared/identity/keys';
import { countRejection } from '#lib/measurements.ts';

export interface RateLimiter {
  /** Consumes `cost` from the caller's budget. Resolves to the seconds until a retry if too little is left. */
  consume(budget: Budget, caller: string, cost: number): Promise<number | undefined>;
}

export function createRateLimiter(
  { query, prisma }: Pick<Database, 'query' | 'prisma'>,
  now: () => number,
): RateLimiter {
  return {
    consume: async ({ bucket, max, seconds }, caller, cost) => {
      const start = now();
      const end = start + seconds * 1000;
      const values = [bucket, caller, cost, max, new Date(start), new Date(end)];
      const consumed = await query(CONSUME_BUDGET, values);
      if (consumed.length > 0) return undefined;
      const where = { bucket_caller: { bucket, caller } };
      const row = await prisma.rateLimit.findUnique({ where });
      // If cleanup has just deleted the window, it is over.
      return Math.max(1, Math.ceil(((row?.endsAt.getTime() ?? start) - start) / 1000));
    },
  };
}

interface Window {
  /** The known calls of all replicas, without `own`. */
  used: number;
  /** The calls of this replica since its last report. */
  own: number;
  endsAt: number;
}

const MAX_WINDOWS = 10_000;
/** Each replica can exceed a budget by at most this share. */
const REPORTED_PART = 0.05;

/**
 * Limits calls in memory, because each call would be too frequent for a database write. Replicas report each caller's
 * calls to the database, a twentieth of the budget at a time.
 */
export function createMemoryRateLimiter(
  db: Pick<Database, 'query'>,
  now: () => number,
): RateLimiter {
  const windows = new Map<string, Window>();
  const report = async ({ bucket }: Budget, caller: string, window: Window): Promise<void> => {
    const { own, endsAt } = window;
    window.used += own;
    window.own = 0;
    const values = [bucket, caller, own, new Date(now()), new Date(endsAt)];
    // While the database is down, each replica limits calls separately.
    const rows = await db
      .query<{ used: number; endsAt: Date }>(REPORT_CALLS, values)
      .catch(() => undefined);
    if (!rows?.[0]) return;
    window.used = Math.max(window.used, rows[0].used);
    window.endsAt = rows[0].endsAt.getTime();
  };
  const deleteEnded = (time: number): void => {
    for (const [key, { endsAt }] of windows) if (endsAt <= time) windows.delete(key);
  };
  return {
    consume: async (budget, caller, cost) => {
      const { bucket, max, seconds } = budget;
      const time = now();
      const key = `${bucket} ${caller}`;
      if (windows.size >= MAX_WINDOWS) deleteEnded(time);
      const current = windows.get(key);
      const window =
        current && current.endsAt > time
          ? current
          : { used: 0, own: 0, endsAt: time + seconds * 1000 };
      if (window.used + window.own + cost > max)
        return Math.max(1, Math.ceil((window.endsAt - time) / 1000));
      window.own += cost;
      windows.set(key, window);
      if (window.own >= max * REPORTED_PART) await report(budget, caller, window);
      return undefined;
    },
  };
}

/** Extra budgets for callers behind a shared address that has used up its own budget. */
export interface FallbackRateLimiter {
  /**
   * Consumes the budget of a known account at this address: `maxOfAccount`. Counting by address, too, keeps an attacker
   * who knows the key from locking out its user elsewhere. Resolves to whether enough was left.
   */
  consumeOfAccount(budget: Budget, address: string, publicKey: string): Promise<boolean>;
  /**
   * Consumes a budget of the same size for the client that an untrusted proxy claims to forward. All clients of a proxy
   * share a limited number of budgets, because the proxy may invent addresses. Resolves to whether enough was left.
   */
  consumeOfForwarded(
    budget: Budget,
    address: string,
    forwarded: ForwardedVisitor,
  ): Promise<boolean>;
}

export interface ForwardedVisitor {
  readonly address: string;
  readonly cost: number;
}

/** The number of budgets that the clients of an untrusted proxy share. */
const MAX_VISITOR_BUDGETS = 5;

export function createFallbackRateLimiter(
  { prisma }: Pick<Database, 'prisma'>,
  rateLimiter: RateLimiter,
): FallbackRateLimiter {
  const tryConsume = async (budget: Budget, caller: string, cost: number): Promise<boolean> =>
    (await rateLimiter.consume(budget, caller, cost)) === undefined;
  return {
    consumeOfAccount: async (budget, address, publicKey) => {
      const key = canonicalKey(publicKey);
      if (budget.maxOfAccount === undefined || key === undefined) return false;
      const account = await prisma.user.findUnique({ where: { publicKey: key } });
      if (!account) return false;
      const accountBudget = {
        ...budget,
        bucket: `${budget.bucket}_account`,
        max: budget.maxOfAccount,
      };
      return tryConsume(accountBudget, `${address} ${key}`, 1);
    },
    consumeOfForwarded: async (budget, proxyAddress, { address, cost }) => {
      const visitorBudget = { ...budget, bucket: `${budget.bucket}_lent` };
      return (
        (await tryConsume(visitorBudget, `${proxyAddress} ${address}`, cost)) &&
        tryConsume({ ...visitorBudget, max: MAX_VISITOR_BUDGETS * budget.max }, proxyAddress, cost)
      );
    },
  };
}

const Items = z.union([z.array(z.unknown()), z.object({ items: z.array(z.unknown()) })]);

/** Counts the items in a body. Returns 0 for a body that is itself an item. */
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
 * Limits calls by address or account across all replicas. Rejects before the body is read, or before the handler if the
 * cost depends on the body. If many users share an address, known accounts and forwarded clients have extra budgets.
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
    countRejection(budget.bucket);
    throw new ApiError(429, 'Ratelimited');
  };

  app.addHook('onRoute', (route) => {
    const budget = route.config?.budget;
    if (!budget) return;
    const hook = (request: FastifyRequest, reply: FastifyReply) => enforce(request, reply, budget);
    const isBodyNeeded = budget.cost === 'items' || budget.maxOfAccount !== undefined;
    // Run after the server's own hooks, one of which checks access.
    if (isBodyNeeded) route.preHandler = [route.preHandler ?? [], hook].flat();
    else route.onRequest = [route.onRequest ?? [], hook].flat();
  });
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of a write to an account. Null for all other requests. */
    endWrite: (() => void) | null;
  }
}

/** Fewer than the connections to the database, to leave some for reads. */
const MAX_WRITES = 14;
/** Writes of one account wait for each other in the database, and each uses a connection. */
const MAX_WRITES_PER_ACCOUNT = 2;

/**
 * Makes an account with many concurrent writes delay only itself. Register after `access`.
 */
export const accountWrites = fastifyPlugin(async (app) => {
  const semaphore = createSemaphore('account writes', MAX_WRITES, MAX_WRITES_PER_ACCOUNT);
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
