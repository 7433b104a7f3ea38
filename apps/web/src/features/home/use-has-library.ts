import { useStore } from 'zustand';
import { bookmarksStore } from '#data/user-data/bookmarks.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { sessionStore } from '#data/session.ts';

/**
 * Whether the page shows titles of the viewer's own. A device that has just signed in awaits those of its account: nothing moves
 * when they come.
 */
export function useHasLibrary(): boolean {
  const isBegun = useStore(progressStore, ({ items }) => isFilled(items));
  const isKept = useStore(bookmarksStore, ({ bookmarks }) => isFilled(bookmarks));
  const isSignedIn = useStore(sessionStore, ({ account }) => account !== null);
  return isBegun || isKept || isSignedIn;
}

const isFilled = (titles: object): boolean => Object.keys(titles).length > 0;
