import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { administration } from '#data/account/invitations.ts';
import { paths } from '#paths.ts';
import styles from './SetupHints.module.css';

const GET_A_TOKEN = 'https://www.themoviedb.org/settings/api';

const STEPS = [
  { name: 'key', options: ['TMDB_READ_API_KEY'] },
  { name: 'folder', options: ['MEDIA_FOLDERS'] },
  { name: 'jellyfin', options: ['JELLYFIN_URL', 'JELLYFIN_API_KEY'] },
] as const;

interface SetupHintsProps {
  readonly isOpen: boolean;
}

interface AdminHintsProps extends SetupHintsProps {
  readonly sessionId: string;
}

/** Waits until the server confirms that the account is an administrator's. */
export function AdminHints({ sessionId, isOpen }: AdminHintsProps) {
  const { data: isAdmin } = useQuery(administration(sessionId));
  return isAdmin === true ? <SetupHints isOpen={isOpen} /> : null;
}

export function SetupHints({ isOpen }: SetupHintsProps) {
  const { t } = useTranslation();
  return (
    <aside className={styles.hints} aria-label={t(($) => $.openCollection.setup.title)}>
      <details open={isOpen}>
        <summary className={styles.summary}>
          <Info aria-hidden className={styles.icon} />
          <span className={styles.title}>{t(($) => $.openCollection.setup.title)}</span>
        </summary>
        <div className={styles.body}>
          <p>{t(($) => $.openCollection.setup.lead)}</p>
          <dl className={styles.steps}>
            {STEPS.map(({ name, options }) => (
              <div key={name}>
                <dt className={styles.name}>{t(($) => $.openCollection.setup[name].title)}</dt>
                <dd>
                  <span className={styles.options}>
                    {options.map((option) => (
                      <code key={option}>{option}</code>
                    ))}
                  </span>
                  {t(($) => $.openCollection.setup[name].text)}
                </dd>
              </div>
            ))}
          </dl>
          <p className={styles.links}>
            <a className={styles.link} href={GET_A_TOKEN} target="_blank" rel="noreferrer">
              {t(($) => $.openCollection.setup.token)}
            </a>
            <Link className={styles.link} to={paths.admin}>
              {t(($) => $.openCollection.setup.check)}
            </Link>
          </p>
        </div>
      </details>
    </aside>
  );
}
