// An account that is new to this browser hears everything that is here.
import { additionOf } from './bookmark-schema.ts';
import { updateBookmarks } from './bookmarks.ts';
import { updateHistory } from './history.ts';
import { updatesOf } from './progress-update.ts';
import { updateProgress } from './progress.ts';

/** What somebody did who was nobody yet: their removals are not an account's business. */
export function dropQueues(): void {
  updateBookmarks(withoutQueue);
  updateProgress(withoutQueue);
}

function withoutQueue<S extends { readonly updateQueue: readonly unknown[] }>(state: S): S {
  return state.updateQueue.length > 0 ? { ...state, updateQueue: [] } : state;
}

/** What waits already keeps its own words. */
export function announceLibrary(): void {
  updateBookmarks((state) => {
    const waiting = new Set(state.updateQueue.map(({ tmdbId }) => tmdbId));
    const news = Object.entries(state.bookmarks)
      .filter(([tmdbId]) => !waiting.has(tmdbId))
      .map(([tmdbId, item]) => additionOf(tmdbId, item))
      .toSorted((one, other) => one.updatedAt - other.updatedAt);
    const isGroupOrderNew = state.groupOrder.length > 0;
    if (news.length === 0 && isGroupOrderNew === state.isGroupOrderNew) return state;
    return { ...state, updateQueue: [...state.updateQueue, ...news], isGroupOrderNew };
  });
  updateProgress((state) => {
    const keyOf = (part: { readonly tmdbId: string; readonly episodeId?: string | undefined }) =>
      `${part.tmdbId}/${part.episodeId ?? ''}`;
    const waiting = new Set(state.updateQueue.map(keyOf));
    const news = Object.entries(state.items)
      .flatMap(([tmdbId, item]) => updatesOf(tmdbId, item))
      .filter((update) => !waiting.has(keyOf(update)))
      .map((update) => ({ ...update, isImported: true }));
    return news.length === 0 ? state : { ...state, updateQueue: [...state.updateQueue, ...news] };
  });
  updateHistory((state) => {
    const items = Object.entries(state.items);
    if (items.every(([, { isNew }]) => isNew)) return state;
    return {
      ...state,
      items: Object.fromEntries(items.map(([key, item]) => [key, { ...item, isNew: true }])),
    };
  });
}
