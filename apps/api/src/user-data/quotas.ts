// Quotas keep one account from filling the disk. They are far above the needs of a user.
import type { Queries } from '#database/sql.ts';
import { conflict, type ApiError } from '#http/api-error.ts';
import { countQuotaRejection } from '#lib/measurements.ts';

/** The maximum number of rows in each table. */
export const QUOTAS = {
  bookmarks: { max: 50_000, name: 'bookmarks' },
  progress: { max: 100_000, name: 'progress items' },
  watch_history: { max: 100_000, name: 'history entries' },
  ratings: { max: 50_000, name: 'ratings' },
  lists: { max: 1_000, name: 'lists' },
  list_items: { max: 20_000, name: 'list items' },
} as const;

/** Accounts that store more are read in pages. */
export const READ_AT_ONCE_BYTES = 1024 * 1024;
/** The size of a page as text. The last row may exceed it. V8 frees longer strings late (tests/load/abuse.ts). */
export const PAGE_BYTES = 64 * 1024;

type Table = keyof typeof QUOTAS;

export function quotaExceeded(table: Table): ApiError {
  const { max, name } = QUOTAS[table];
  countQuotaRejection(table);
  return conflict(
    `An account can hold at most ${max.toLocaleString('en')} ${name}. Delete some before adding more.`,
  );
}

/** The result of statements that write rows. Concurrent writes may exceed the quota by their rows. */
export interface QuotaCheck {
  readonly isWithinQuota: boolean;
}

/** Counts rows, including those of this transaction. Throws if there are too many, which rolls it back. */
export async function enforceQuota(
  { prisma }: Queries,
  userId: string,
  table: 'ratings' | 'lists' | 'list_items',
): Promise<void> {
  const where = { userId };
  const counts = {
    ratings: () => prisma.rating.count({ where }),
    lists: () => prisma.list.count({ where }),
    list_items: () => prisma.listItem.count({ where }),
  };
  if ((await counts[table]()) > QUOTAS[table].max) throw quotaExceeded(table);
}

export interface Storage {
  readonly usedBytes: number;
  /** Null: no quota. */
  readonly maxBytes: number | null;
}

export async function readStorage({ prisma }: Queries, userId: string): Promise<Storage> {
  const stored = await prisma.accountBytes.findUnique({ where: { userId } });
  const limit = await prisma.accountLimit.findUnique({ where: { isOnly: true } });
  return { usedBytes: Number(stored?.bytes ?? 0), maxBytes: limit && Number(limit.maxBytes) };
}
