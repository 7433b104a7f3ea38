import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { syncNow } from '#data/account/sync.ts';
import { syncStore } from '#data/account/sync-status.ts';
import { bookmarksStore } from '#data/user-data/bookmarks.ts';
import { retryFlush, hasPending, flushStore } from '#data/user-data/sync/flush.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { pendingCount } from '#data/user-data/sync/queue.ts';
import { regional } from '#lib/format-locale.ts';
import { Button } from '#ui/Button.tsx';
import { ServerFault } from '../FormError.tsx';
import { useCancellable } from '../useCancellable.ts';
import styles from './SyncState.module.css';

/** Whether the account knows what is here, and why not. */
export function SyncState() {
  const { t, i18n } = useTranslation();
  const status = useStore(syncStore);
  const unsendable = useStore(flushStore, ({ failure }) => failure);
  useStore(bookmarksStore, ({ updateQueue }) => updateQueue);
  useStore(progressStore, ({ updateQueue }) => updateQueue);
  const { isBusy, run } = useCancellable();
  const count = pendingCount();
  const failure = status.is === 'notSynced' ? status.failure : unsendable;

  function retry(): void {
    retryFlush();
    void run((signal) => syncNow(signal));
  }

  if (failure) {
    return (
      <div className={styles.state}>
        <ServerFault failure={failure} />
        <p>{t(($) => $.accountSettings.sync.meanwhile)}</p>
        {count > 0 && <p>{t(($) => $.accountSettings.sync.unsent, { count })}</p>}
        <Button disabled={isBusy} onClick={retry}>
          {t(($) => $.actions.retry)}
        </Button>
      </div>
    );
  }
  if (status.is !== 'synced' || hasPending())
    return <p className={styles.state}>{t(($) => $.accountSettings.sync.asking)}</p>;
  if (count > 0)
    return <p className={styles.state}>{t(($) => $.accountSettings.sync.unsent, { count })}</p>;
  const format = new Intl.DateTimeFormat(regional(i18n.language), { timeStyle: 'short' });
  return (
    <p className={styles.state}>
      {t(($) => $.accountSettings.sync.done, { time: format.format(status.at) })}
    </p>
  );
}
