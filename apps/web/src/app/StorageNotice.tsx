import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { storageHealth } from '#data/storage/browser-storage.ts';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './StorageNotice.module.css';

/** Nothing is lost in silence: says so when the browser refuses to keep what is watched. */
export function StorageNotice({ place }: { readonly place: 'page' | 'picture' }) {
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
