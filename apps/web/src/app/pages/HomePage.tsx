import { Compass } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { config } from '#config.ts';
import { OperatorHints } from '#features/collection/OperatorHints.tsx';
import { Lightbar } from '#features/home/lightbar/Lightbar.tsx';
import { Greeting } from '#features/home/Greeting.tsx';
import { HomeLists, useHasLibrary } from '#features/home/HomeLists.tsx';
import { SearchBar } from '#features/search/SearchBar.tsx';
import { SearchResults } from '#features/search/SearchResults.tsx';
import { loadChunk } from '#lib/chunk-load-error.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './HomePage.module.css';

const SearchOffer = lazy(async () => {
  const load = loadChunk(import('./SearchOffer.tsx'));
  return { default: (await load).SearchOffer };
});
const HomeRows = lazy(async () => {
  const { HomeRows: component } = await loadChunk(import('#features/library/HomeRows.tsx'));
  return { default: component };
});

const PendingChangesDialog = lazy(async () => {
  const load = loadChunk(import('#features/account/settings/SignOut.tsx'));
  return { default: (await load).PendingChangesDialog };
});

/**
 * The start page, or search results for the query in the URL: one component, so that the search field keeps its focus.
 */
export function HomePage() {
  const { t } = useTranslation();
  const query = useParams().query?.trim();
  const name = t(($) => $.global.name);
  const isCompact = useHasLibrary();
  const [pendingCount, setPendingCount] = useState(0);
  return (
    <div className={styles.page}>
      <title>{query ? t(($) => $.global.pageTitle, { title: query }) : name}</title>
      <Lightbar isFaint={Boolean(query)} />
      {query ? <div className={styles.top} /> : <Greeting isCompact={isCompact} />}
      <SearchBar />
      {query ? (
        <SearchResults
          query={query}
          offer={
            config.OPEN_CATALOGUE ? (
              <Suspense>
                <SearchOffer />
              </Suspense>
            ) : undefined
          }
        />
      ) : (
        <>
          <BrowseLink />
          <HomeLists onPendingChanges={setPendingCount} />
          {config.OWN_LIBRARY && (
            <Suspense>
              <HomeRows />
            </Suspense>
          )}
          <OperatorHints />
        </>
      )}
      {pendingCount > 0 && (
        <Suspense>
          <PendingChangesDialog count={pendingCount} onClose={() => setPendingCount(0)} />
        </Suspense>
      )}
    </div>
  );
}

function BrowseLink() {
  const { t } = useTranslation();
  return (
    <ButtonLink className={styles.browse} to={paths.discover}>
      <Compass aria-hidden />
      {t(($) => $.home.browse)}
    </ButtonLink>
  );
}
