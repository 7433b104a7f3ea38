import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { setSyncStatus, syncStore } from '#data/account/sync-status.ts';
import { paths } from '#paths.ts';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './StorageNotice.module.css';

/** Nobody is logged out without a word. */
export function SignedOutNotice() {
  const { t } = useTranslation();
  const isOut = useStore(syncStore, ({ is }) => is === 'signedOut');
  return (
    <div className={styles.place} data-place="page" role="alert">
      {isOut && (
        <div className={styles.notice}>
          <p>
            {t(($) => $.notices.signedOut)}{' '}
            <Link to={paths.login}>{t(($) => $.notices.login)}</Link>
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
