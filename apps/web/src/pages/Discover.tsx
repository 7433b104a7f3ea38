import { useTranslation } from 'react-i18next';
import { Shelves } from '#features/discover/Shelves.tsx';
import styles from './Discover.module.css';

export function Discover() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.discover.title) })}</title>
      <Shelves />
    </div>
  );
}
