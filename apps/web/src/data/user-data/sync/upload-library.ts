// An account that is new to this browser hears everything that is here.
import { additionOf } from '../bookmark-schema.ts';
import { updateBookmarks } from '../bookmarks.ts';
import { timeOf } from './remote-snapshot.ts';
import { updateHistory } from '../history.ts';
import type { Dated } from '../merge-lww.ts';
import { updatesOf } from '../progress-update.ts';
import { updateProgress } from '../progress.ts';
import { updateRatings, withoutRemovals } from '../ratings.ts';

/** What somebody did who was nobody yet: their removals are not an account's business. */
export function dropQueues(): void {
  updateBookmarks(withoutQueue);
  updateProgress(withoutQueue);
  updateHistory((state) => ({ ...state, removals: {} }));
  updateRatings(withoutRemovals);
}

function withoutQueue<S extends { readonly updateQueue: readonly unknown[] }>(state: S): S {
  return state.updateQueue.length > 0 ? { ...state, updateQueue: [] } : state;
}

/** What waits already keeps its own words, unless what is here is newer: a removal of before must not undo what came after. */
export function announceLibrary(): void {
  updateBookmarks((state) => {
    const waiting = timesOf(state.updateQueue, ({ tmdbId }) => tmdbId);
    const news = Object.entries(state.bookmarks)
      .map(([tmdbId, item]) => additionOf(tmdbId, item))
      .filter((update) => isNewer(update, waiting.get(update.tmdbId)))
      .toSorted((one, other) => one.updatedAt - other.updatedAt);
    const isGroupOrderNew = state.groupOrder.length > 0;
    if (news.length === 0 && isGroupOrderNew === state.isGroupOrderNew) return state;
    const known = new Set(news.map(({ tmdbId }) => tmdbId));
    const others = state.updateQueue.filter(({ tmdbId }) => !known.has(tmdbId));
    return { ...state, updateQueue: [...others, ...news], isGroupOrderNew };
  });
  updateProgress((state) => {
    const keyOf = (part: { readonly tmdbId: string; readonly episodeId?: string | undefined }) =>
      `${part.tmdbId}/${part.episodeId ?? ''}`;
    const waiting = timesOf(state.updateQueue, keyOf);
    const news = Object.entries(state.items)
      .flatMap(([tmdbId, item]) => updatesOf(tmdbId, item))
      .filter((update) => isNewer(update, waiting.get(keyOf(update))))
      .map((update) => ({ ...update, isImported: true }));
    if (news.length === 0) return state;
    const known = new Set(news.map(keyOf));
    const others = state.updateQueue.filter(
      (update) => update.action === 'delete' || !known.has(keyOf(update)),
    );
    return { ...state, updateQueue: [...others, ...news] };
  });
  updateHistory((state) => {
    const items = Object.entries(state.items);
    if (items.every(([, { isNew }]) => isNew)) return state;
    return {
      ...state,
      items: Object.fromEntries(items.map(([key, item]) => [key, { ...item, isNew: true }])),
    };
  });
  updateRatings((ratings) => {
    const items = Object.entries(ratings);
    return Object.fromEntries(
      items.map(([key, item]) => [key, item.isNew ? item : { ...item, isNew: true }]),
    );
  });
}

function timesOf<U extends Dated>(
  queue: readonly U[],
  keyOf: (update: U) => string,
): ReadonlyMap<string, number> {
  return new Map(queue.map((update) => [keyOf(update), timeOf(update)]));
}

const isNewer = ({ updatedAt }: Dated, waiting = -Infinity): boolean => updatedAt > waiting;
