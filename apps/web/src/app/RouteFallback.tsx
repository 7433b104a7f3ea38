import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './RouteFallback.module.css';

/** The first moments of a page that is fetched on demand. */
export function RouteFallback() {
  const { t } = useTranslation();
  return (
    <main className={styles.waiting}>
      <Spinner size="large" label={t(($) => $.global.loading)} />
    </main>
  );
}
