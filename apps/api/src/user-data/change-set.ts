// Reduces a list of changes to the newest of each item.
import type { Change } from '@matinee/shared/contract/changes';
import { onTopOf, type BookmarkWrite } from './bookmarks.ts';
import type { BookmarkDeletion, ProgressDeletion } from './tombstones.ts';
import { episodeKey, type EpisodeKey } from './title-columns.ts';
import type { ProgressWrite } from './progress.ts';
import { clampTimestamp } from './clamp-timestamp.ts';

interface EffectiveChanges<Put, Deletion> {
  readonly puts: readonly Put[];
  readonly deletions: readonly Deletion[];
}

/** Nothing is put twice, nor deleted twice in the same words. */
export interface ChangeSet {
  readonly bookmarks: EffectiveChanges<BookmarkWrite, BookmarkDeletion>;
  readonly progress: EffectiveChanges<ProgressWrite, ProgressDeletion>;
}

/** At equal times, the later in the list wins. */
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
    if (type === 'putBookmark') puts.set(tmdbId, later ? onTopOf(later, change) : change);
    else
      deletions.set(tmdbId, {
        tmdbId,
        deletedAt: change.updatedAt,
        overtaken: later !== undefined,
      });
  }
  return { puts: [...puts.values()], deletions: [...deletions.values()] };
}

function progressOf(newestFirst: readonly Change[]): ChangeSet['progress'] {
  const puts = new Map<string, ProgressWrite>();
  const deletions = new Map<string, ProgressDeletion>();
  /** The deletions that would have taken with them what is put later. */
  const overtaken = new Set<string>();
  for (const change of newestFirst) {
    if (change.type !== 'putProgress' && change.type !== 'deleteProgress') continue;
    const key = episodeKey(change);
    if (change.type === 'putProgress') {
      const covering = deletionsOf(change);
      if (puts.has(key) || covering.some((deletion) => deletions.has(deletion))) continue;
      puts.set(key, change);
      for (const deletion of covering) overtaken.add(deletion);
    } else if (!deletions.has(key)) {
      const { tmdbId, seasonId, episodeId, updatedAt: deletedAt } = change;
      deletions.set(key, {
        tmdbId,
        seasonId,
        episodeId,
        deletedAt,
        overtaken: overtaken.has(key),
      });
    }
  }
  return { puts: [...puts.values()], deletions: [...deletions.values()] };
}

/** The keys of the deletions that cover an item: its own, those of its season and its episode, and its title's. */
const deletionsOf = ({ tmdbId, seasonId, episodeId }: EpisodeKey): string[] =>
  [seasonId, null].flatMap((season) =>
    [episodeId, null].map((episode) =>
      episodeKey({ tmdbId, seasonId: season, episodeId: episode }),
    ),
  );
