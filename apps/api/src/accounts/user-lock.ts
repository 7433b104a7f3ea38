// Locks the row of a user before writes to the account.
import type { Sql, SqlDatabase } from '#database/sql.ts';
import { unauthorized, type ApiError } from '#http/api-error.ts';

type Lock = 'SHARE' | 'NO KEY UPDATE';

/**
 * Locks the user's row until the end of the transaction; $1 is the id. Both modes keep the account
 * from being deleted. `NO KEY UPDATE` also serializes multi-row writes of one user, which prevents
 * deadlocks; `SHARE` waits for those. The row in account_bytes is always locked after this one.
 */
const lockUserSql = (lock: Lock): string => `SELECT id FROM users WHERE id = $1 FOR ${lock}`;

/**
 * False if the statement waited for a deletion: its snapshot is older than that. A deletion
 * rewrites the user's row (`touchUserSql`), which changes the row's version.
 */
export interface SnapshotCheck {
  readonly isCurrent: boolean;
}

/**
 * Whether nothing was written because the snapshot was stale; then retry. Throws if the account was
 * deleted.
 */
export function isStale([first]: readonly SnapshotCheck[]): boolean {
  if (!first) throw accountDeleted();
  return !first.isCurrent;
}

/** For deletions; see `SnapshotCheck`. */
export const touchUserSql =
  'UPDATE users SET last_used_at = last_used_at WHERE id = $1 RETURNING id';

/**
 * A statement of its own, so that later statements of the transaction see the writes it waited for.
 */
export async function lockUser({ query }: Sql, userId: string): Promise<void> {
  const rows = await query(lockUserSql('NO KEY UPDATE'), [userId]);
  if (rows.length === 0) throw accountDeleted();
}

/** Runs in a transaction after earlier writes of the account and before later ones. */
export const withUserLock = <T>(
  db: SqlDatabase,
  userId: string,
  run: (tx: Sql) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return run(tx);
  });

/** The error of a write whose account was deleted after the caller was authenticated. */
export const accountDeleted = (): ApiError => unauthorized('Not logged in');
