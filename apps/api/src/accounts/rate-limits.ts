import type { Budget } from '@matinee/shared/contract/endpoint';
import type { Database } from '#database/database.ts';
import { canonicalKey } from '@matinee/shared/identity/public-key';

export interface RateLimiter {
  /** Consumes `cost` from the caller's budget. Resolves to the seconds until a retry if too little is left. */
  consume(budget: Budget, caller: string, cost: number): Promise<number | undefined>;
}

/**
 * Consumes from the current window or opens one, atomically over all replicas; no row if too little
 * is left.
 */
const CONSUME = `
  INSERT INTO rate_limits AS spent (bucket, caller, used, starts_at, ends_at)
  VALUES ($1, $2, $3, $5, $6)
  ON CONFLICT (bucket, caller) DO UPDATE SET
    used = CASE WHEN spent.ends_at <= $5 THEN excluded.used ELSE spent.used + excluded.used END,
    starts_at = CASE WHEN spent.ends_at <= $5 THEN excluded.starts_at ELSE spent.starts_at END,
    ends_at = CASE WHEN spent.ends_at <= $5 THEN excluded.ends_at ELSE spent.ends_at END
  WHERE spent.ends_at <= $5 OR spent.used + excluded.used <= $4
  RETURNING used`;

const WINDOW_END = `SELECT ends_at AS "endsAt" FROM rate_limits WHERE bucket = $1 AND caller = $2`;

export function createRateLimiter(db: Pick<Database, 'query'>, now: () => number): RateLimiter {
  return {
    consume: async ({ bucket, max, seconds }, caller, cost) => {
      const start = now();
      const end = start + seconds * 1000;
      const values = [bucket, caller, cost, max, new Date(start), new Date(end)];
      const consumed = await db.query(CONSUME, values);
      if (consumed.length > 0) return undefined;
      const [row] = await db.query<{ endsAt: Date }>(WINDOW_END, [bucket, caller]);
      // A window that cleanup has just deleted is over.
      return Math.max(1, Math.ceil(((row?.endsAt.getTime() ?? start) - start) / 1000));
    },
  };
}

interface Window {
  used: number;
  endsAt: number;
}

const MAX_WINDOWS = 10_000;

/** In memory, for calls too frequent for a database write each. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  const windows = new Map<string, Window>();
  const deleteEnded = (time: number): void => {
    for (const [key, { endsAt }] of windows) if (endsAt <= time) windows.delete(key);
  };
  return {
    consume: async ({ bucket, max, seconds }, caller, cost) => {
      const time = now();
      const key = `${bucket} ${caller}`;
      if (windows.size >= MAX_WINDOWS) deleteEnded(time);
      const current = windows.get(key);
      const window =
        current && current.endsAt > time ? current : { used: 0, endsAt: time + seconds * 1000 };
      if (window.used + cost > max) return Math.max(1, Math.ceil((window.endsAt - time) / 1000));
      window.used += cost;
      windows.set(key, window);
      return undefined;
    },
  };
}

/** Extra budgets for callers whose shared address has used up its own. */
export interface FallbackRateLimiter {
  /**
   * Consumes the budget that a known account has at this address: `maxOfAccount`. It is counted by
   * address too, so that an attacker who knows the key cannot lock its user out elsewhere. Resolves
   * to whether enough was left.
   */
  consumeOfAccount(budget: Budget, address: string, publicKey: string): Promise<boolean>;
  /**
   * Consumes a budget of the same size for the client that an untrusted proxy claims to forward.
   * All clients of one proxy share a limited number of budgets, because the proxy may invent
   * addresses. Resolves to whether enough was left.
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

/** The number of budgets that all clients of one untrusted proxy share. */
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
