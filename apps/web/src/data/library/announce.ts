// An account that is new to this browser hears everything that is here.
import { additionOf } from './bookmark-schema.ts';
import { updateBookmarks } from './bookmarks.ts';
import { updatesOf } from './progress-update.ts';
import { updateProgress } from './progress.ts';

/** Removals of somebody who was nobody yet are not the account's business. */
export function announceLibrary(): void {
  updateBookmarks((state) => ({
    ...state,
    updateQueue: Object.entries(state.bookmarks)
      .toSorted(([, one], [, other]) => one.updatedAt - other.updatedAt)
      .map(([tmdbId, item]) => additionOf(tmdbId, item)),
    isGroupOrderNew: state.groupOrder.length > 0,
  }));
  updateProgress((state) => ({
    ...state,
    updateQueue: Object.entries(state.items)
      .flatMap(([tmdbId, item]) => updatesOf(tmdbId, item))
      .map((update) => ({ ...update, isImported: true })),
  }));
}
