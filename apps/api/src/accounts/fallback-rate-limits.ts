import type { Budget } from '@matinee/shared/contract/endpoint';
import { canonicalKey } from '@matinee/shared/identity/public-key';
import type { Database } from '#database/database.ts';
import type { RateLimiter } from './rate-limits.ts';

/** Second budgets for callers whose shared address has spent its own. */
export interface FallbackRateLimiter {
  /**
   * Consumes the budget that a known account has at this address: `maxOfAccount`. It is counted by
   * address too, so that a stranger who knows the key cannot lock its owner out elsewhere. Resolves
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
