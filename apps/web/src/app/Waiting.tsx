import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './Waiting.module.css';

/** The first moments of a page that is fetched on demand. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <main className={styles.waiting}>
      <Spinner size="large" label={t(($) => $.global.loading)} />
    </main>
  );
}
