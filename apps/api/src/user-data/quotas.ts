// Quotas are far above what a user watches; they keep one account from filling the disk.
import type { Sql } from '#database/sql.ts';
import { conflict, type ApiError } from '#http/api-error.ts';
import { countQuotaRejection } from '#lib/measurements.ts';

/** Rows of each table. */
export const QUOTAS = {
  bookmarks: { max: 50_000, name: 'bookmarks' },
  progress: { max: 100_000, name: 'progress items' },
  watch_history: { max: 100_000, name: 'history entries' },
  ratings: { max: 50_000, name: 'ratings' },
  lists: { max: 1_000, name: 'lists' },
  list_items: { max: 20_000, name: 'list items' },
} as const;

type Table = keyof typeof QUOTAS;

export function quotaExceeded(table: Table): ApiError {
  const { max, name } = QUOTAS[table];
  countQuotaRejection(table);
  return conflict(
    `An account can hold at most ${max.toLocaleString('en')} ${name}. Delete some before adding more.`,
  );
}

/** Returned by statements that write rows. Two writes at the same moment may exceed the quota by their rows. */
export interface QuotaCheck {
  readonly isWithinQuota: boolean;
}

/** Counts rows written in this transaction, which is rolled back if there are too many. */
export async function enforceQuota({ query }: Sql, userId: string, table: Table): Promise<void> {
  const count = `SELECT count(*) FROM ${table} WHERE user_id = $1 HAVING count(*) > ${QUOTAS[table].max}`;
  const rows = await query(count, [userId]);
  if (rows.length > 0) throw quotaExceeded(table);
}

/** Whether the account ($1) is past its quota of bytes, which triggers check for everything but deletions. */
export const IS_FULL = `
  COALESCE((SELECT bytes >= account_max_bytes() FROM account_bytes WHERE user_id = $1), false)`;

export interface Storage {
  readonly usedBytes: number;
  /** Null: no quota. */
  readonly maxBytes: number | null;
}

const STORAGE = `
  SELECT COALESCE((SELECT bytes FROM account_bytes WHERE user_id = $1), 0)::float8 AS "usedBytes",
    account_max_bytes()::float8 AS "maxBytes"`;

export async function readStorage({ query }: Sql, userId: string): Promise<Storage> {
  const [storage] = await query<Storage>(STORAGE, [userId]);
  return storage ?? { usedBytes: 0, maxBytes: null };
}
