// Everything that the account server has not been told yet, of both kinds, in the order in which it happened.
import { isUnsupported } from '#data/unsupported.ts';
import { bookmarksStore, catchUpBookmarks, updateBookmarks } from '../bookmarks.ts';
import type { BookmarkUpdate } from '../bookmark-schema.ts';
import type { Dated } from '../merge-lww.ts';
import type { ProgressUpdate } from '../progress-schema.ts';
import { catchUpProgress, progressStore, settleProgress } from '../progress.ts';

export type Unsent =
  | { readonly kind: 'bookmark'; readonly update: BookmarkUpdate }
  | { readonly kind: 'progress'; readonly update: ProgressUpdate };

/** What another tab has sent is not to be sent again. */
export function catchUp(): void {
  catchUpBookmarks();
  catchUpProgress();
}

export function unsent(): Unsent[] {
  const { bookmarks, updateQueue } = bookmarksStore.getState();
  const { items, updateQueue: watched } = progressStore.getState();
  return [
    ...updateQueue.map((update) => ({
      kind: 'bookmark' as const,
      update: dated(update, bookmarks[update.tmdbId]),
    })),
    ...watched.map((update) => ({
      kind: 'progress' as const,
      update: dated(update, items[update.tmdbId]),
    })),
  ].toSorted((one, other) => one.update.updatedAt - other.update.updatedAt);
}

/** Earlier clients told no time; what they left is as old as the thing that it is about. */
function dated<T extends Dated>(update: T, item: Dated | undefined): T {
  return update.updatedAt === 0 && item ? { ...update, updatedAt: item.updatedAt } : update;
}

export function unsentCount(): number {
  const { length } = progressStore.getState().updateQueue;
  return bookmarksStore.getState().updateQueue.length + length + (isGroupOrderUnsent() ? 1 : 0);
}

/** Where the server has no place for the order, it is kept here until it has. */
export function isGroupOrderUnsent(): boolean {
  return bookmarksStore.getState().isGroupOrderNew && !isUnsupported('groupOrder');
}

/** They have arrived. What was said of the same things meanwhile is another entry, and stays. */
export function settle(sent: readonly Unsent[]): void {
  const idsOf = (kind: Unsent['kind']): ReadonlySet<string> =>
    new Set(sent.filter((entry) => entry.kind === kind).map(({ update }) => update.id));
  const [bookmarks, progress] = [idsOf('bookmark'), idsOf('progress')];
  if (bookmarks.size > 0)
    updateBookmarks((state) => ({
      ...state,
      updateQueue: state.updateQueue.filter(({ id }) => !bookmarks.has(id)),
    }));
  if (progress.size > 0) settleProgress(progress);
}
