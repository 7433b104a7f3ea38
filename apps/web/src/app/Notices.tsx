import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { setSyncStatus, syncStore } from '#data/account/sync-status.ts';
import { onlineStore } from '#data/online.ts';
import { storageHealth } from '#data/storage/browser-storage.ts';
import { paths } from '#paths.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Toast, ToastRegion } from '#ui/Toast.tsx';
import { applyUpdate, updateStore } from './app-update.ts';
import styles from './StorageNotice.module.css';

/** Shown once each time the site becomes unreachable. */
export function OfflineBanner({ place }: { readonly place: 'page' | 'player' }) {
  const cause = useStore(onlineStore, (online) => online.cause);
  return (
    <div className={styles.place} data-place={place} role="status">
      {cause && <OfflineMessage key={cause} cause={cause} />}
    </div>
  );
}

function OfflineMessage({ cause }: { readonly cause: 'unreachable' | 'notResponding' }) {
  const { t } = useTranslation();
  const [isRead, setIsRead] = useState(false);
  if (isRead) return null;
  return (
    <div className={styles.notice}>
      <p>{t(($) => $.notices.offline[cause])}</p>
      <IconButton label={t(($) => $.actions.close)} onClick={() => setIsRead(true)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

/** Warns that the browser cannot store progress, because its storage is full or disabled. */
export function StorageNotice({ place }: { readonly place: 'page' | 'player' }) {
  const { t } = useTranslation();
  const [isRead, setIsRead] = useState(false);
  const isFailing = useStore(storageHealth, (health) => health.isFailing);
  return (
    <div className={styles.place} data-place={place} role="alert">
      {isFailing && !isRead && (
        <div className={styles.notice}>
          <p>{t(($) => $.errors.storage)}</p>
          <IconButton label={t(($) => $.actions.close)} onClick={() => setIsRead(true)}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** Reports that the session has ended elsewhere. */
export function SignedOutNotice() {
  const { t } = useTranslation();
  const isOut = useStore(syncStore, ({ is }) => is === 'signedOut');
  return (
    <div className={styles.place} data-place="page" role="alert">
      {isOut && (
        <div className={styles.notice}>
          <p>
            {t(($) => $.notices.loggedOut)}{' '}
            <Link to={paths.login}>{t(($) => $.auth.login.submit)}</Link>
          </p>
          <IconButton
            label={t(($) => $.actions.close)}
            onClick={() => setSyncStatus({ is: 'off' })}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** Never shown over the player: a reload would interrupt the movie. */
export function UpdateNotice() {
  const { t } = useTranslation();
  const [isLater, setIsLater] = useState(false);
  const isReady = useStore(updateStore, (update) => update.isReady);
  return (
    <ToastRegion>
      {isReady && !isLater && (
        <Toast
          text={t(($) => $.notices.update.ready)}
          action={{ label: t(($) => $.notices.update.reload), onClick: applyUpdate }}
          close={{ label: t(($) => $.notices.update.later), onClick: () => setIsLater(true) }}
        />
      )}
    </ToastRegion>
  );
}
