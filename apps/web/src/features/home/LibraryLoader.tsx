import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { syncStore } from '#data/account/sync-status.ts';
import { sessionStore } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { FeaturedTitles } from './FeaturedTitles.tsx';
import styles from './FeaturedTitlesNotice.module.css';

/** Full rows on a phone, a tablet and a wide screen. */
const SKELETONS = 12;

/** A device that has nothing of its account yet: what is on its way, and why it does not come. */
export function LibraryLoader() {
  // Input may interrupt the rendering of what the first synchronization brings.
  const status = useDeferredValue(useStore(syncStore, ({ is }) => is));
  if (status === 'synced' || status === 'signedOut') return <FeaturedTitles />;
  if (status === 'notSynced') return <Failed />;
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

function Failed() {
  const { t } = useTranslation();
  const isElsewhere = useStore(sessionStore, ({ backendUrl }) => backendUrl !== null);
  return (
    <section className={styles.notice} role="alert">
      <h2 className={styles.title}>{t(($) => $.home.profile.failed)}</h2>
      <p>{t(($) => $.home.profile.failedHint)}</p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => void retry()}>
          {t(($) => $.actions.retry)}
        </Button>
        {isElsewhere && (
          <Button onClick={() => void takeOwnServer()}>{t(($) => $.home.profile.reset)}</Button>
        )}
        <Button onClick={() => void leave()}>{t(($) => $.header.logOut)}</Button>
      </div>
    </section>
  );
}

// Nobody but who is signed in needs what these take.
async function retry(): Promise<void> {
  const { syncNow } = await import('#data/account/sync.ts');
  await syncNow().catch(() => undefined);
}

async function takeOwnServer(): Promise<void> {
  const { changeBackend } = await import('#data/account/sign-out.ts');
  await changeBackend(null);
}

async function leave(): Promise<void> {
  const { signOut } = await import('#data/account/sign-out.ts');
  await signOut(true);
}
