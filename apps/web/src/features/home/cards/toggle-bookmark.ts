import { addBookmark, bookmarksStore, removeBookmark } from '#data/user-data/bookmarks.ts';
import type { CardSubject } from '#ui/card-actions.ts';
import { offerUndo } from '#ui/undo-store.ts';

/** `removed` says what has happened, when it is taken out. */
export function toggleBookmark(subject: CardSubject, removed: string): void {
  const { tmdbId, type, title, year, poster } = subject;
  if (tmdbId in bookmarksStore.getState().bookmarks)
    offerUndo({ text: removed, undo: removeBookmark(tmdbId) });
  else addBookmark({ tmdbId, type, title, year, poster });
}
