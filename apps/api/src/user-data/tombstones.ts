// Deletions leave a tombstone with their time, to keep an older write that arrives later from restoring the row.
import type { Sql } from '#database/sql.ts';
import { accountDeleted } from '#accounts/accounts.ts';
import { DELETE_BOOKMARKS, DELETE_PROGRESS } from './tombstones.sql.ts';

export interface BookmarkDeletion {
  readonly tmdbId: string;
  readonly deletedAt: string;
  /** Whether the same call writes the item again at a later time. */
  readonly superseded: boolean;
}

/** A deletion without season and episode covers the complete title. */
export interface ProgressDeletion extends BookmarkDeletion {
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

interface Deletions<Deletion> {
  readonly deletions: readonly Deletion[];
  readonly now: number;
}

interface Deleted {
  /** The number of deleted rows. */
  readonly removed: number;
  /** The number of deletions without a later write. */
  readonly effective: number;
}

export const tombstoneBookmarks = (
  db: Sql,
  userId: string,
  { deletions, now }: Deletions<BookmarkDeletion>,
): Promise<Deleted> =>
  run(db, DELETE_BOOKMARKS, userId, {
    deletions: deletions.map((deletion) => ({ ...deletion, seasonId: null, episodeId: null })),
    now,
  });

export const tombstoneProgress = (
  db: Sql,
  userId: string,
  deletions: Deletions<ProgressDeletion>,
): Promise<Deleted> => run(db, DELETE_PROGRESS, userId, deletions);

async function run(
  { query }: Sql,
  statement: string,
  userId: string,
  { deletions, now }: Deletions<ProgressDeletion>,
): Promise<Deleted> {
  const records = deletions.map(({ tmdbId, seasonId, episodeId, deletedAt, superseded }) => ({
    tmdb_id: tmdbId,
    season_id: seasonId ?? '',
    episode_id: episodeId ?? '',
    deleted_at: deletedAt,
    superseded,
  }));
  const [deleted] = await query<Deleted>(statement, [
    userId,
    JSON.stringify(records),
    new Date(now),
  ]);
  if (!deleted) throw accountDeleted();
  return deleted;
}
