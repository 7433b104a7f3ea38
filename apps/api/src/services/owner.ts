// Writes start from the row of the user to whom they belong.
import { unauthorized, type ApiError } from '#http/api-error.ts';

/**
 * Holds the user's row until the end of the transaction; $1 is the id. Either way the account cannot go away under the
 * write. `NO KEY UPDATE` also lets the writes of many rows of one user take turns, so that they never deadlock.
 */
export const holdOwner = (lock: 'KEY SHARE' | 'NO KEY UPDATE'): string =>
  `SELECT id FROM users WHERE id = $1 FOR ${lock}`;

/** For the write that found no owner: the account was deleted since the caller was let in. */
export const ownerIsGone = (): ApiError => unauthorized('Not logged in');
