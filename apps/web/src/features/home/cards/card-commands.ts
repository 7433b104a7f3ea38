import { useLocation, useNavigate } from 'react-router-dom';
import { createStore } from 'zustand/vanilla';
import { saveBookmark, bookmarksStore, removeBookmark } from '#data/user-data/bookmarks.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import type { CardSubject, MenuPosition } from '#ui/card-actions.ts';
import { offerUndo } from '#ui/undo-store.ts';

export interface OpenMenu {
  readonly subject: CardSubject;
  readonly position: MenuPosition;
}

/** One menu serves all cards. */
export const cardMenuStore = createStore<{ readonly open: OpenMenu | null }>(() => ({
  open: null,
}));

export function openCardMenu(subject: CardSubject, position: MenuPosition): void {
  cardMenuStore.setState({ open: { subject, position } });
}

export function closeCardMenu(): void {
  cardMenuStore.setState({ open: null });
}

/** Shows `removedText` with an undo button after removing the bookmark. */
export function toggleBookmark(subject: CardSubject, removedText: string): void {
  const { tmdbId, type, title, year, poster } = subject;
  if (tmdbId in bookmarksStore.getState().bookmarks)
    offerUndo({ text: removedText, undo: removeBookmark(tmdbId) });
  else saveBookmark({ tmdbId, type, title, year, poster });
}

/** Opens the details sheet over the page; the back button closes it. */
export function useOpenDetails(): (subject: CardSubject) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (subject) =>
    void navigate(
      { search: paths.details(subject) },
      { state: { sheets: modalDepth(state) + 1 }, preventScrollReset: true },
    );
}
