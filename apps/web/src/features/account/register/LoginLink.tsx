import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '#paths.ts';
import styles from './LoginLink.module.css';

/** Leads people who have an account to the login page, and keeps where they wanted to go. */
export function LoginLink() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <p className={styles.hint}>
      {t(($) => $.auth.trust.hasAccount)}{' '}
      <Link to={{ pathname: paths.login, search: search.toString() }}>
        {t(($) => $.auth.trust.login)}
      </Link>
    </p>
  );
}
