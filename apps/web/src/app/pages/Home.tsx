import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigationType, useParams } from 'react-router-dom';
import { config } from '#config.ts';
import { CollectionOffer } from '#features/collection/CollectionOffer.tsx';
import { OperatorHints } from '#features/collection/OperatorHints.tsx';
import { Lightbar } from '#features/home/Lightbar.tsx';
import { Greeting } from '#features/home/Greeting.tsx';
import { HomeLists } from '#features/home/HomeLists.tsx';
import { useHasLibrary } from '#features/home/use-has-library.ts';
import { SearchBar } from '#features/search/SearchBar.tsx';
import { SearchResults } from '#features/search/SearchResults.tsx';
import { usePieces } from '#lib/use-pieces.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import styles from './Home.module.css';

/** With which the lists come, and after them what is an ornament. */
const LISTS = 4;
const PIECES = 5;

/**
 * The start page; with a text in the address, what was found for it. In pieces for whoever comes from another page; who comes back
 * must find everything in its place at once.
 */
export function Home() {
  const { t } = useTranslation();
  const query = useParams().query?.trim();
  const name = t(($) => $.global.name);
  const isCompact = useHasLibrary();
  const drawn = usePieces(PIECES, useNavigationType() === 'POP');
  return (
    <div className={styles.page}>
      <title>{query ? t(($) => $.global.pageTitle, { title: query }) : name}</title>
      {drawn >= PIECES && <Lightbar isFaint={Boolean(query)} />}
      {query ? <div className={styles.top} /> : <Greeting isCompact={isCompact} />}
      {drawn > 1 && <SearchBar />}
      {drawn > 2 &&
        (query ? (
          <SearchResults
            query={query}
            offer={config.OPEN_CATALOGUE ? <CollectionOffer /> : undefined}
          />
        ) : (
          <BrowseLink />
        ))}
      {drawn >= LISTS && !query && (
        <>
          <HomeLists />
          <OperatorHints />
        </>
      )}
      {drawn < LISTS && <div className={styles.later} />}
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
