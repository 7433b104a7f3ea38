import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { storageHealth } from '#data/storage/browser-storage.ts';
import styles from './StorageNotice.module.css';

/** Nothing is lost in silence: says so when the browser refuses to keep what is watched. */
export function StorageNotice() {
  const { t } = useTranslation();
  const isFailing = useStore(storageHealth, (health) => health.isFailing);
  return (
    <div role="alert">
      {isFailing && <p className={styles.notice}>{t(($) => $.errors.storage)}</p>}
    </div>
  );
}
