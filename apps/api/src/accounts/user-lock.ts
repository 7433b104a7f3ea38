// Writes start from the row of the user to whom they belong.
import type { Sql } from '#database/sql.ts';
import { unauthorized, type ApiError } from '#http/api-error.ts';

type Lock = 'SHARE' | 'NO KEY UPDATE';

/**
 * Holds the user's row until the end of the transaction; $1 is the id. However it does, the account cannot go away under
 * the write. `NO KEY UPDATE` also lets the writes of many rows of one user take turns, so that they never deadlock, and
 * `SHARE` waits for those. The count of an account's bytes is held after this one, always last.
 */
export const lockUserSql = (lock: Lock): string => `SELECT id FROM users WHERE id = $1 FOR ${lock}`;

/**
 * Whether the statement sees what was deleted until it held the row. Where it had to wait for a deletion it does not: it sees
 * the time before. A deletion rewrites the row (`touchOwner`), so the row's version has changed then.
 */
export interface SnapshotCheck {
  readonly isCurrent: boolean;
}

/** Whether nothing was written because of that; it is to be asked again. No row is no owner. */
export function isStale([first]: readonly SnapshotCheck[]): boolean {
  if (!first) throw accountDeleted();
  return !first.isCurrent;
}

/** For deletions; see `InSight`. */
export const touchUserSql =
  'UPDATE users SET last_used_at = last_used_at WHERE id = $1 RETURNING id';

/** In a statement of its own, so that those after it in the transaction see what they had to wait for. */
export async function lockUser({ query }: Sql, userId: string): Promise<void> {
  const rows = await query(lockUserSql('NO KEY UPDATE'), [userId]);
  if (rows.length === 0) throw accountDeleted();
}

/** For the write that found no owner: the account was deleted since the caller was let in. */
export const accountDeleted = (): ApiError => unauthorized('Not logged in');
