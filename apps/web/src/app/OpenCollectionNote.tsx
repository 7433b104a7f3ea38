import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import styles from './OpenCollectionNote.module.css';

const GET_A_TOKEN = 'https://www.themoviedb.org/settings/api';

/** Quietly: without a key only the open collection is to be found, and here is how to have the rest. */
export function OpenCollectionNote() {
  return config.OPEN_CATALOGUE ? <Note /> : null;
}

function Note() {
  const { t } = useTranslation();
  return (
    <aside className={styles.note}>
      <details>
        <summary className={styles.summary}>
          <Info aria-hidden className={styles.icon} />
          <span>
            {t(($) => $.openCollection.text)}{' '}
            <span className={styles.how}>{t(($) => $.openCollection.how)}</span>
          </span>
        </summary>
        <p className={styles.steps}>
          {t(($) => $.openCollection.steps)}{' '}
          <a className={styles.link} href={GET_A_TOKEN} target="_blank" rel="noreferrer">
            {t(($) => $.openCollection.link)}
          </a>
        </p>
      </details>
    </aside>
  );
}
