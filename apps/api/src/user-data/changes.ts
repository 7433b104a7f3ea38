import type { Change } from '@matinee/shared/contract/changes';
import type { Sql, SqlDatabase } from '#database/sql.ts';
import { writeBookmarks, mergeBookmarkWrites, type BookmarkWrite } from './bookmarks.ts';
import {
  tombstoneBookmarks,
  tombstoneProgress,
  type BookmarkDeletion,
  type ProgressDeletion,
} from './tombstones.ts';
import { episodeKey, type EpisodeKey, clampTimestamp } from './title-columns.ts';
import { lockUser } from '#accounts/accounts.ts';
import { createPositions, writeProgress, type ProgressWrite } from './progress.ts';

interface ChangesReply {
  /** The number of changes in effect after the call, including repeated ones. */
  readonly applied: number;
  /** The number of changes that a newer change overrides, in the call or in the database. */
  readonly outdated: number;
}

export interface Changes {
  put(userId: string, changes: readonly Change[]): Promise<ChangesReply>;
}

/** Applies deletions first, which keeps items with a later put in the same call. */
export function createChanges(db: SqlDatabase, now: () => number): Changes {
  const positions = createPositions(db, now);

  async function applyAll(userId: string, changeSet: TimedChanges): Promise<number> {
    const position = onlyPosition(changeSet);
    // A single position needs one statement, but neither a transaction nor the lock.
    if (position)
      return (await positions.move(userId, position)) ? 1 : apply(db, userId, changeSet);
    return db.transaction(async (tx) => {
      await lockUser(tx, userId);
      return apply(tx, userId, changeSet);
    });
  }

  return {
    put: async (userId, changes) => {
      const at = now();
      const changeSet = changeSetOf(changes, at);
      const applied = await applyAll(userId, { ...changeSet, now: at });
      return { applied, outdated: changes.length - applied };
    },
  };
}

/** Returns the position if it is the only change. Every viewer sends one every few seconds. */
function onlyPosition({ bookmarks, progress }: ChangeSet): ProgressWrite | undefined {
  const others = progress.deletions.length + bookmarks.puts.length + bookmarks.deletions.length;
  return others === 0 && progress.puts.length === 1 ? progress.puts[0] : undefined;
}

/** Returns the number of changes in effect. */
async function apply(
  tx: Sql,
  userId: string,
  { bookmarks, progress, now }: TimedChanges,
): Promise<number> {
  let effective = 0;
  if (bookmarks.deletions.length > 0) {
    const { deletions } = bookmarks;
    effective += (await tombstoneBookmarks(tx, userId, { deletions, now })).effective;
  }
  if (bookmarks.puts.length > 0) {
    const stored = await writeBookmarks(tx, userId, { items: bookmarks.puts, now });
    effective += bookmarks.puts.filter(
      ({ tmdbId, updatedAt }) => stored.get(tmdbId)?.updatedAt === updatedAt,
    ).length;
  }
  if (progress.deletions.length > 0) {
    const { deletions } = progress;
    effective += (await tombstoneProgress(tx, userId, { deletions, now })).effective;
  }
  if (progress.puts.length > 0) {
    const stored = await writeProgress(tx, userId, { items: progress.puts, now });
    effective += progress.puts.filter(
      (item) => stored.get(episodeKey(item))?.updatedAt === item.updatedAt,
    ).length;
  }
  return effective;
}

interface EffectiveChanges<Put, Deletion> {
  readonly puts: readonly Put[];
  readonly deletions: readonly Deletion[];
}

/** Contains each item at most once as a put, and each deletion at most once. */
interface ChangeSet {
  readonly bookmarks: EffectiveChanges<BookmarkWrite, BookmarkDeletion>;
  readonly progress: EffectiveChanges<ProgressWrite, ProgressDeletion>;
}

interface TimedChanges extends ChangeSet {
  readonly now: number;
}

/** Reduces changes to the newest of each item. At equal times, the later in the list wins, as the later request does. */
export function changeSetOf(changes: readonly Change[], now: number): ChangeSet {
  const newestFirst = changes
    .map((change) => ({ ...change, updatedAt: clampTimestamp(change.updatedAt, now) }))
    .toReversed()
    .sort((a, b) => Number(a.updatedAt < b.updatedAt) - Number(a.updatedAt > b.updatedAt));
  return { bookmarks: bookmarksOf(newestFirst), progress: progressOf(newestFirst) };
}

function bookmarksOf(newestFirst: readonly Change[]): ChangeSet['bookmarks'] {
  const puts = new Map<string, BookmarkWrite>();
  const deletions = new Map<string, BookmarkDeletion>();
  for (const change of newestFirst) {
    const { type, tmdbId } = change;
    if (type !== 'putBookmark' && type !== 'deleteBookmark') continue;
    if (deletions.has(tmdbId)) continue;
    const later = puts.get(tmdbId);
    if (type === 'putBookmark')
      puts.set(tmdbId, later ? mergeBookmarkWrites(later, change) : change);
    else
      deletions.set(tmdbId, {
        tmdbId,
        deletedAt: change.updatedAt,
        superseded: later !== undefined,
      });
  }
  return { puts: [...puts.values()], deletions: [...deletions.values()] };
}

function progressOf(newestFirst: readonly Change[]): ChangeSet['progress'] {
  const puts = new Map<string, ProgressWrite>();
  const deletions = new Map<string, ProgressDeletion>();
  /** Keys of deletions that cover an item with a later put. */
  const superseded = new Set<string>();
  for (const change of newestFirst) {
    if (change.type !== 'putProgress' && change.type !== 'deleteProgress') continue;
    const key = episodeKey(change);
    if (change.type === 'putProgress') {
      const covering = deletionsOf(change);
      if (puts.has(key) || covering.some((deletion) => deletions.has(deletion))) continue;
      puts.set(key, change);
      for (const deletion of covering) superseded.add(deletion);
    } else if (!deletions.has(key)) {
      const { tmdbId, seasonId, episodeId, updatedAt: deletedAt } = change;
      deletions.set(key, {
        tmdbId,
        seasonId,
        episodeId,
        deletedAt,
        superseded: superseded.has(key),
      });
    }
  }
  return { puts: [...puts.values()], deletions: [...deletions.values()] };
}

/** Returns the keys of deletions that cover an item: its own, and those of its season, episode ID and title. */
const deletionsOf = ({ tmdbId, seasonId, episodeId }: EpisodeKey): string[] =>
  [seasonId, null].flatMap((season) =>
    [episodeId, null].map((episode) =>
      episodeKey({ tmdbId, seasonId: season, episodeId: episode }),
    ),
  );
