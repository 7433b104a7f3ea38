import type { AnyWatched } from '#data/answers.ts';
import { historyKey, newest, type HistoryItem } from './history.ts';
import { mergeKnown } from './newest.ts';

type Items = Readonly<Record<string, HistoryItem>>;

/** The newest time of each stays; what another device removed is gone. `asOf`: when it was asked for. */
export function mergeRemoteHistory(
  items: Items,
  { rows, asOf }: { readonly rows: readonly AnyWatched[]; readonly asOf: number },
): Record<string, HistoryItem> {
  const remote = historyItems(rows);
  const gone = Object.entries(items).filter(
    ([key, { isNew, updatedAt }]) => !isNew && !remote[key] && updatedAt < asOf,
  );
  const removals = Object.fromEntries(gone.map(([key, { updatedAt }]) => [key, updatedAt]));
  const merged = mergeKnown({ entries: items, removals: {} }, { entries: remote, removals });
  return newest(merged.entries);
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
