import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { syncStore } from '#data/account/sync-status.ts';
import { sessionStore } from '#data/session.ts';
import { bookmarksStore } from '#data/user-data/bookmarks.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { Button } from '#ui/Button.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { bookmarkedTitles, unfinishedTitles } from './library-titles.ts';
import { BookmarksSection } from './Bookmarks.tsx';
import { ContinueWatching } from './ContinueWatching.tsx';
import { FeaturedTitles } from './FeaturedTitles.tsx';
import styles from './HomeLists.module.css';

interface HomeListsProps {
  /** Called with the number of changes that could not be sent before logging out. The user stays logged in. */
  readonly onPendingChanges: (count: number) => void;
}

/** The user's titles, or popular ones for a new visitor. */
export function HomeLists(props: HomeListsProps) {
  const library = useStore(bookmarksStore);
  const items = useStore(progressStore, (state) => state.items);
  const [now] = useState(() => new Date());
  const unfinished = useMemo(
    () => unfinishedTitles(items, library.bookmarks),
    [items, library.bookmarks],
  );
  const bookmarks = useMemo(() => bookmarkedTitles(library, items, now), [library, items, now]);
  const isSignedIn = useStore(sessionStore, ({ account }) => account !== null);
  if (unfinished.length === 0 && bookmarks.length === 0)
    return isSignedIn ? <LibraryLoader {...props} /> : <FeaturedTitles />;
  return (
    <>
      {unfinished.length > 0 && <ContinueWatching titles={unfinished} />}
      {bookmarks.length > 0 && <BookmarksSection titles={bookmarks} />}
    </>
  );
}

/** Fills complete rows on phones, tablets and wide screens. */
const SKELETONS = 12;

/** Shown on a signed-in device until the first sync. */
function LibraryLoader(props: HomeListsProps) {
  // Renders the synced titles in a transition, which input may interrupt.
  const status = useDeferredValue(useStore(syncStore, ({ is }) => is));
  if (status === 'synced' || status === 'signedOut') return <FeaturedTitles />;
  if (status === 'notSynced') return <Failed {...props} />;
  return <Waiting />;
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <section aria-busy className={styles.waiting}>
      <VisuallyHidden>
        <p role="status">{t(($) => $.home.profile.loading)}</p>
      </VisuallyHidden>
      <CardSkeletons count={SKELETONS} />
    </section>
  );
}

function Failed({ onPendingChanges }: HomeListsProps) {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const isElsewhere = useStore(sessionStore, ({ backendUrl }) => backendUrl !== null);

  async function logOut(): Promise<void> {
    setIsLeaving(true);
    try {
      const { signOut } = await import('#data/account/sign-out.ts');
      const result = await signOut();
      if (result.is === 'pending') onPendingChanges(result.count);
    } finally {
      setIsLeaving(false);
    }
  }

  return (
    <section className={styles.notice} role="alert">
      <h2 className={styles.noticeTitle}>{t(($) => $.home.profile.failed)}</h2>
      <p>{t(($) => $.home.profile.failedHint)}</p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => void retry()}>
          {t(($) => $.actions.retry)}
        </Button>
        {isElsewhere && (
          <Button onClick={() => void switchToDefaultServer()}>
            {t(($) => $.home.profile.reset)}
          </Button>
        )}
        <Button disabled={isLeaving} onClick={() => void logOut()}>
          {isLeaving ? t(($) => $.accountSettings.logOut.sending) : t(($) => $.header.logOut)}
        </Button>
      </div>
    </section>
  );
}

// Loaded on demand: only signed-in users need these modules.
async function retry(): Promise<void> {
  const { syncNow } = await import('#data/account/sync.ts');
  await syncNow().catch(() => undefined);
}

async function switchToDefaultServer(): Promise<void> {
  const { changeBackend } = await import('#data/account/sign-out.ts');
  await changeBackend(null);
}

/** True for signed-in users even before the first sync, which prevents a layout shift. */
export function useHasLibrary(): boolean {
  const hasProgress = useStore(progressStore, ({ items }) => isFilled(items));
  const hasBookmarks = useStore(bookmarksStore, ({ bookmarks }) => isFilled(bookmarks));
  const isSignedIn = useStore(sessionStore, ({ account }) => account !== null);
  return hasProgress || hasBookmarks || isSignedIn;
}

const isFilled = (record: object): boolean => Object.keys(record).length > 0;
