import { Compass } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType, useParams } from 'react-router-dom';
import { Beam } from '#features/home/Beam.tsx';
import { Greeting } from '#features/home/Greeting.tsx';
import { HomeLists } from '#features/home/HomeLists.tsx';
import { SearchBar } from '#features/search/SearchBar.tsx';
import { SearchResults } from '#features/search/SearchResults.tsx';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './Home.module.css';

/** The start page; with a text in the address, what was found for it. */
export function Home() {
  const { t } = useTranslation();
  const query = useParams().query?.trim();
  const name = t(($) => $.global.name);
  return (
    <div className={styles.page}>
      <title>{query ? t(($) => $.global.pageTitle, { title: query }) : name}</title>
      <Beam isFaint={Boolean(query)} />
      {query ? <div className={styles.top} /> : <Greeting />}
      <SearchBar />
      {query ? <SearchResults query={query} /> : <BelowSearch />}
    </div>
  );
}

/** A piece later for whoever comes from another page; who comes back must find everything in its place at once. */
function BelowSearch() {
  const { t } = useTranslation();
  const isDrawn = useDeferredValue(true, useNavigationType() === 'POP');
  if (!isDrawn) return <div className={styles.later} />;
  return (
    <>
      <ButtonLink className={styles.browse} to={paths.discover}>
        <Compass aria-hidden />
        {t(($) => $.home.browse)}
      </ButtonLink>
      <HomeLists />
    </>
  );
}
