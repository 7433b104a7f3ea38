import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { bookmarksStore } from '#data/user-data/bookmarks.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { bookmarked } from './bookmark-list.ts';
import { Bookmarks } from './Bookmarks.tsx';
import { unfinished } from './continue-watching.ts';
import { ContinueWatching } from './ContinueWatching.tsx';
import { sessionStore } from '#data/session.ts';
import { LibraryLoader } from './LibraryLoader.tsx';
import { FeaturedTitles } from './FeaturedTitles.tsx';

/** The viewer's own titles; a new visitor sees things to watch instead of a void. */
export function HomeLists() {
  const library = useStore(bookmarksStore);
  const items = useStore(progressStore, (state) => state.items);
  const [now] = useState(() => new Date());
  const begun = useMemo(() => unfinished(items, library.bookmarks), [items, library.bookmarks]);
  const kept = useMemo(() => bookmarked(library, items, now), [library, items, now]);
  const isSignedIn = useStore(sessionStore, ({ account }) => account !== null);
  if (begun.length === 0 && kept.length === 0)
    return isSignedIn ? <LibraryLoader /> : <FeaturedTitles />;
  return (
    <>
      {begun.length > 0 && <ContinueWatching titles={begun} />}
      {kept.length > 0 && <Bookmarks titles={kept} />}
    </>
  );
}
