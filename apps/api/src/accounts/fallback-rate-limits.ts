import type { Budget } from '@matinee/shared/contract/endpoint';
import { canonicalKey } from '@matinee/shared/identity/public-key';
import type { Database } from '#database/database.ts';
import type { Budgets } from './rate-limits.ts';

/** Second budgets for callers whose shared address has spent its own. */
export interface FallbackBudgets {
  /**
   * Spends what a known account has of its own at this address: `maxOfAccount`. It counts by address as well, so that a
   * stranger who knows the key does not lock its owner out elsewhere. Whether that was there.
   */
  spendOfAccount(budget: Budget, address: string, publicKey: string): Promise<boolean>;
  /**
   * Spends for a visitor whom the address, an untrusted proxy, says it forwards for: a budget of the same size each,
   * and together only some times as much, because the visitor's address may be made up. Whether that was there.
   */
  lend(budget: Budget, address: string, loan: Loan): Promise<boolean>;
}

export interface Loan {
  readonly to: string;
  readonly cost: number;
}

/** The number of budgets that all visitors of one untrusted proxy share. */
const MAX_LENT = 5;

export function createFallbackBudgets(
  { prisma }: Pick<Database, 'prisma'>,
  budgets: Budgets,
): FallbackBudgets {
  const isSpent = async (budget: Budget, caller: string, cost: number): Promise<boolean> =>
    (await budgets.spend(budget, caller, cost)) === undefined;
  return {
    spendOfAccount: async (budget, address, publicKey) => {
      const key = canonicalKey(publicKey);
      if (budget.maxOfAccount === undefined || key === undefined) return false;
      const account = await prisma.user.findUnique({ where: { publicKey: key } });
      if (!account) return false;
      const own = { ...budget, bucket: `${budget.bucket}_account`, max: budget.maxOfAccount };
      return isSpent(own, `${address} ${key}`, 1);
    },
    lend: async (budget, address, { to, cost }) => {
      const lent = { ...budget, bucket: `${budget.bucket}_lent` };
      return (
        (await isSpent(lent, `${address} ${to}`, cost)) &&
        isSpent({ ...lent, max: MAX_LENT * budget.max }, address, cost)
      );
    },
  };
}
