import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { onlineStore } from '#data/connectivity/online.ts';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './StorageNotice.module.css';

/** Said once for every time that the site cannot be reached. */
export function OfflineBanner({ place }: { readonly place: 'page' | 'picture' }) {
  const cause = useStore(onlineStore, (online) => online.cause);
  return (
    <div className={styles.place} data-place={place} role="status">
      {cause && <Banner key={cause} cause={cause} />}
    </div>
  );
}

function Banner({ cause }: { readonly cause: 'unreachable' | 'notResponding' }) {
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
