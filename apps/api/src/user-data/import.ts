import type { AccountImport, importAccount } from '@matinee/shared/contract/export';
import { MAX_GROUPS } from '@matinee/shared/contract/bookmarks';
import type { z } from 'zod';
import { joinTransaction, type Queries, type TransactionalQueries } from '#database/sql.ts';
import { conflict } from '#http/api-error.ts';
import { createBookmarks, createGroupOrders } from './bookmarks.ts';
import { createLists } from './lists.ts';
import { lockUser } from '#accounts/accounts.ts';
import { createProgress } from './progress.ts';
import { createRatings } from './ratings.ts';
import { readStorage } from './quotas.ts';
import { createSettings } from '#accounts/settings.ts';
import { IMPORT_DELETIONS } from './tombstones.sql.ts';
import { createWatchHistory } from './watch-history.ts';
import { clampTimestamp } from './title-columns.ts';

type Imported = z.output<typeof importAccount.reply>;

export interface AccountImports {
  /** Imports the complete document, or nothing. */
  merge(userId: string, document: AccountImport): Promise<Imported>;
}

export function createImports(db: TransactionalQueries, now: () => number): AccountImports {
  return {
    merge: (userId, document) =>
      db.transaction(async (tx) => {
        // Lock the account first. It then can't be deleted, and its other multi-row writes wait for this one.
        await lockUser(tx, userId);
        return {
          success: true,
          counts: await mergeAll(joinTransaction(tx), userId, { document, now: now() }),
        };
      }),
  };
}

interface Work {
  readonly document: AccountImport;
  readonly now: number;
}

async function mergeAll(
  tx: TransactionalQueries,
  userId: string,
  { document, now }: Work,
): Promise<Imported['counts']> {
  const clock = () => now;
  const { progress, settings, watchHistory, ratings, lists } = document;
  if (settings) await createSettings(tx, clock).fill(userId, settings.values);
  return {
    bookmarks: (await createBookmarks(tx, clock).putAll(userId, oldestFirst(document, now))).length,
    groupOrder: await mergeGroupOrder(tx, userId, document.groupOrder),
    progress: (await createProgress(tx, clock).import(userId, progress)).length,
    settings: Object.keys(settings?.values ?? {}).length,
    watchHistory: (await createWatchHistory(tx, clock).putAll(userId, watchHistory)).count,
    ratings: await createRatings(tx, clock).merge(userId, ratings),
    lists: await createLists(tx, clock).merge(userId, lists),
    deletions: await markDeletions(tx, userId, { document, now }),
  };
}

/** Sorts by time, because the last write of a bookmark wins. */
function oldestFirst({ bookmarks }: AccountImport, now: number): AccountImport['bookmarks'] {
  return bookmarks
    .map((item) => ({ ...item, updatedAt: clampTimestamp(item.updatedAt, now) }))
    .sort((a, b) => Number(a.updatedAt > b.updatedAt) - Number(a.updatedAt < b.updatedAt));
}

async function mergeGroupOrder(
  tx: TransactionalQueries,
  userId: string,
  groups: readonly string[],
): Promise<number> {
  if (groups.length === 0) return 0;
  const orders = createGroupOrders(tx);
  const { groupOrder } = await orders.get(userId);
  const known = new Set(groupOrder);
  // Groups beyond the limit lose only their position. Their bookmarks keep them.
  const merged = [...groupOrder, ...new Set(groups.filter((group) => !known.has(group)))];
  await orders.put(userId, merged.slice(0, MAX_GROUPS));
  return groups.length;
}

async function markDeletions(
  tx: Queries,
  userId: string,
  { document, now }: Work,
): Promise<number> {
  const deletions = document.deletions.map((deletion) => ({
    ...deletion,
    deletedAt: clampTimestamp(deletion.deletedAt, now),
  }));
  if (deletions.length === 0) return 0;
  const before = await readStorage(tx, userId);
  const marked = await tx.query(IMPORT_DELETIONS, [userId, JSON.stringify(deletions)]);
  const { usedBytes, maxBytes } = await readStorage(tx, userId);
  if (maxBytes !== null && usedBytes > maxBytes && usedBytes > before.usedBytes)
    throw conflict('Your account is full. Delete something, then import again.');
  return marked.length;
}
