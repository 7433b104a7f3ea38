import type { Change } from '@matinee/shared/contract/changes';
import type { SqlDatabase } from '#database/sql.ts';
import { writeBookmarks, mergeBookmarkWrites, type BookmarkWrite } from './bookmarks.ts';
import {
  tombstoneBookmarks,
  tombstoneProgress,
  type BookmarkDeletion,
  type ProgressDeletion,
} from './tombstones.ts';
import { episodeKey, type EpisodeKey, clampTimestamp } from './title-columns.ts';
import { lockUser } from '#accounts/accounts.ts';
import { writeProgress, type ProgressWrite } from './progress.ts';

interface ChangesReply {
  /** Changes that are in effect after the call, including repeated ones. */
  readonly applied: number;
  /** Changes that a newer one contradicts, in the call or stored. */
  readonly outdated: number;
}

export interface Changes {
  put(userId: string, changes: readonly Change[]): Promise<ChangesReply>;
}

/** Applies deletions first, so that items with a later put in the same call stay. */
export function createChanges(db: SqlDatabase, now: () => number): Changes {
  return {
    put: async (userId, changes) => {
      const at = now();
      const { bookmarks, progress } = changeSetOf(changes, at);
      const applied = await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        let effective = 0;
        if (bookmarks.deletions.length > 0)
          effective += (
            await tombstoneBookmarks(tx, userId, { deletions: bookmarks.deletions, now: at })
          ).effective;
        if (bookmarks.puts.length > 0) {
          const stored = await writeBookmarks(tx, userId, { items: bookmarks.puts, now: at });
          effective += bookmarks.puts.filter(
            ({ tmdbId, updatedAt }) => stored.get(tmdbId)?.updatedAt === updatedAt,
          ).length;
        }
        if (progress.deletions.length > 0)
          effective += (
            await tombstoneProgress(tx, userId, { deletions: progress.deletions, now: at })
          ).effective;
        if (progress.puts.length > 0) {
          const stored = await writeProgress(tx, userId, { items: progress.puts, now: at });
          effective += progress.puts.filter(
            (item) => stored.get(episodeKey(item))?.updatedAt === item.updatedAt,
          ).length;
        }
        return effective;
      });
      return { applied, outdated: changes.length - applied };
    },
  };
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

/** Reduces changes to the newest of each item. At equal times, the later in the list wins. */
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

/** The keys of the deletions that cover an item: of itself, its season, its episode id and its title. */
const deletionsOf = ({ tmdbId, seasonId, episodeId }: EpisodeKey): string[] =>
  [seasonId, null].flatMap((season) =>
    [episodeId, null].map((episode) =>
      episodeKey({ tmdbId, seasonId: season, episodeId: episode }),
    ),
  );
