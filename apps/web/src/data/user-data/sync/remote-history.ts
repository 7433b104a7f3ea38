import type { AnyWatched } from '#data/response-schemas.ts';
import { historyKey, newest, type HistoryItem, type HistoryRemoval } from '../history.ts';
import { mergeKnown } from '../merge-lww.ts';

type Items = Readonly<Record<string, HistoryItem>>;

export interface RemoteHistory {
  readonly rows: readonly AnyWatched[];
  /** When it was asked for. */
  readonly asOf: number;
  /** Changes that were unsent when the request began, or still are. */
  readonly removals?: readonly HistoryRemoval[];
}

/** The newest time of each stays; what was removed, here or on another device, is gone. */
export function mergeRemoteHistory(
  items: Items,
  { rows, asOf, removals = [] }: RemoteHistory,
): Record<string, HistoryItem> {
  const isRemoved = (item: HistoryItem) => removals.some((removal) => removes(removal, item));
  const all = Object.entries(historyItems(rows));
  const remote = Object.fromEntries(all.filter(([, item]) => !isRemoved(item)));
  const gone = Object.entries(items).filter(
    ([key, { isNew, updatedAt }]) => !isNew && !remote[key] && updatedAt < asOf,
  );
  const removedAt = Object.fromEntries(gone.map(([key, { updatedAt }]) => [key, updatedAt]));
  const merged = mergeKnown(
    { entries: items, removals: {} },
    { entries: remote, removals: removedAt },
  );
  return newest(merged.entries);
}

function removes(removal: HistoryRemoval, { tmdbId, episodeId, updatedAt }: HistoryItem): boolean {
  const isMeant = removal.isWhole || removal.episodeId === episodeId;
  return removal.tmdbId === tmdbId && isMeant && updatedAt <= removal.updatedAt;
}

export function historyItems(rows: readonly AnyWatched[]): Record<string, HistoryItem> {
  const entries = rows.map(
    (row) => [historyKey(row.tmdbId, row.episode?.id), itemOf(row)] as const,
  );
  return Object.fromEntries(entries);
}

function itemOf({ tmdbId, meta, season, episode, ...watched }: AnyWatched): HistoryItem {
  return {
    tmdbId,
    type: meta.type,
    title: meta.title,
    year: meta.year || undefined,
    poster: meta.poster ?? undefined,
    seasonId: season?.id,
    seasonNumber: season?.number ?? undefined,
    episodeId: episode?.id,
    episodeNumber: episode?.number ?? undefined,
    watched: watched.watched,
    duration: watched.duration,
    completed: watched.completed,
    updatedAt: watched.watchedAt,
    isNew: false,
  };
}
