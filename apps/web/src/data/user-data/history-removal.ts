// Removes history entries here at once, and from the account later. The returned functions undo it.
import { serverTime } from '#data/storage/clock-skew.ts';
import {
  historyKey,
  historyStore,
  updateHistory,
  type HistoryItem,
  type HistoryRemoval,
} from './history.ts';
import { storeProgress } from './progress.ts';
import type { Undo } from './bookmarks.ts';

const keyOf = ({ tmdbId, episodeId }: Pick<HistoryItem, 'tmdbId' | 'episodeId'>): string =>
  historyKey(tmdbId, episodeId);

export function removeFromHistory(items: readonly HistoryItem[], now = Date.now()): Undo {
  const removals = items.map(({ tmdbId, seasonId, episodeId, updatedAt }): HistoryRemoval => ({
    tmdbId,
    ...(episodeId !== undefined && { seasonId, episodeId }),
    updatedAt: Math.max(serverTime(now), updatedAt),
  }));
  return remove(items, removals);
}

/** Removes by title, so that the account also removes entries beyond this browser's limit. */
export function removeAllHistory(now = Date.now()): Undo {
  storeProgress();
  const items = Object.values(historyStore.getState().items);
  const ids = [...new Set(items.map(({ tmdbId }) => tmdbId))];
  const updatedAt = Math.max(serverTime(now), ...items.map((item) => item.updatedAt));
  return remove(
    items,
    ids.map((tmdbId) => ({ tmdbId, isWhole: true, updatedAt })),
  );
}

function remove(items: readonly HistoryItem[], removals: readonly HistoryRemoval[]): Undo {
  // Otherwise the playing title would return with its next entry.
  storeProgress();
  const added = Object.fromEntries(removals.map((removal) => [keyOf(removal), removal]));
  const removedKeys = new Set(items.map(keyOf));
  updateHistory((state) => ({
    ...state,
    items: Object.fromEntries(Object.entries(state.items).filter(([key]) => !removedKeys.has(key))),
    removals: { ...state.removals, ...added },
  }));
  return () => undo(items, Object.keys(added));
}

/** Sends the entries again, because the server may have removed them in the meantime. */
function undo(items: readonly HistoryItem[], removed: readonly string[]): void {
  const keys = new Set(removed);
  updateHistory((state) => ({
    ...state,
    items: {
      ...Object.fromEntries(items.map((item) => [keyOf(item), { ...item, isNew: true }])),
      ...state.items,
    },
    removals: Object.fromEntries(Object.entries(state.removals).filter(([key]) => !keys.has(key))),
  }));
}
