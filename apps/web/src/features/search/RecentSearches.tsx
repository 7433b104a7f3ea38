import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { forgetSearches, recentSearchesStore } from '#data/user-data/recent-searches.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import styles from './RecentSearches.module.css';

/** Under the empty box, while it has the focus. */
export function RecentSearches() {
  const { t } = useTranslation();
  const searches = useStore(recentSearchesStore, (state) => state.searches);
  if (searches.length === 0) return null;
  const label = t(($) => $.home.search.recent);
  return (
    <div className={styles.panel} role="group" aria-label={label}>
      <p className={styles.label} aria-hidden>
        {label}
      </p>
      <ul>
        {searches.map((search) => (
          <li key={search}>
            <Link className={styles.search} to={paths.browse(search)}>
              <History aria-hidden />
              <span dir="auto">{search}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        onClick={({ currentTarget }) => {
          // The button is about to go.
          currentTarget.form?.querySelector('input')?.focus();
          forgetSearches();
        }}
      >
        {t(($) => $.home.search.forget)}
      </Button>
    </div>
  );
}
