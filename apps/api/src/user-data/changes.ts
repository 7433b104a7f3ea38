import type { Change } from '@matinee/shared/contract/changes';
import type { SqlDatabase } from '#database/sql.ts';
import { writeBookmarks } from './bookmarks.ts';
import { changeSetOf } from './change-set.ts';
import { tombstoneBookmarks, tombstoneProgress } from './tombstones.ts';
import { episodeKey } from './title-columns.ts';
import { lockUser } from '#accounts/user-lock.ts';
import { writeProgress } from './progress.ts';

interface ChangesReply {
  /** Changes that are in effect after the call, also if they were before. */
  readonly applied: number;
  /** Changes that a newer one contradicts, in the call or stored. */
  readonly outdated: number;
}

export interface Changes {
  put(userId: string, changes: readonly Change[]): Promise<ChangesReply>;
}

/** Deletions first: items that are put later than a deletion in the same call come after it. */
export function createChanges(db: SqlDatabase, now: () => number): Changes {
  return {
    put: async (userId, changes) => {
      const { bookmarks, progress } = changeSetOf(changes, now());
      const applied = await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        let standing = 0;
        if (bookmarks.deletions.length > 0)
          standing += (await tombstoneBookmarks(tx, userId, bookmarks.deletions)).standing;
        if (bookmarks.puts.length > 0) {
          const stored = await writeBookmarks(tx, userId, bookmarks.puts);
          standing += bookmarks.puts.filter(
            ({ tmdbId, updatedAt }) => stored.get(tmdbId)?.updatedAt === updatedAt,
          ).length;
        }
        if (progress.deletions.length > 0)
          standing += (await tombstoneProgress(tx, userId, progress.deletions)).standing;
        if (progress.puts.length > 0) {
          const stored = await writeProgress(tx, userId, progress.puts);
          standing += progress.puts.filter(
            (item) => stored.get(episodeKey(item))?.updatedAt === item.updatedAt,
          ).length;
        }
        return standing;
      });
      return { applied, outdated: changes.length - applied };
    },
  };
}
