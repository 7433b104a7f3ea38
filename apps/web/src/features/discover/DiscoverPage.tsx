import { useTranslation } from 'react-i18next';
import { DiscoverRows } from './DiscoverRows.tsx';
import styles from './DiscoverPage.module.css';

export function DiscoverPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.discover.title) })}</title>
      <DiscoverRows />
    </div>
  );
}
