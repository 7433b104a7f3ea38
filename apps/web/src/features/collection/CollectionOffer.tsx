import { OPEN_GENRES } from '@matinee/shared/contract/catalog';
import { useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { popularMovies } from '#data/catalog/title-list.ts';
import { collectionSize } from '#data/catalog/status.ts';
import type { Title } from '#data/catalog/title.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { yearText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import styles from './CollectionOffer.module.css';
import { OperatorHints } from './OperatorHints.tsx';

/** Fills complete rows on phones, tablets and wide screens. */
const MAX_TITLES = 12;

interface CollectionOfferProps {
  /** The search also covers the site's library. */
  readonly isLibrarySearched: boolean;
}

/** Shown after a search without results in the open collection. */
export function CollectionOffer({ isLibrarySearched }: CollectionOfferProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { language } = catalogLocale(i18n.language);
  const { data: popular = [] } = useQuery(popularMovies(language));
  return (
    <>
      <div className={styles.about}>
        <p className={styles.size}>
          <Searched isLibrarySearched={isLibrarySearched} />
        </p>
        <OperatorHints isOpen />
      </div>
      <section className={styles.kinds} aria-labelledby={id}>
        <h2 className={styles.heading} id={id}>
          {t(($) => $.openCollection.kinds)}
        </h2>
        <ul className={styles.list}>
          {OPEN_GENRES.map(({ name }) => (
            <li key={name}>
              <Link className={styles.kind} to={`${paths.discover}#${name}`}>
                {t(($) => $.discover.collection[name])}
              </Link>
            </li>
          ))}
        </ul>
        <ButtonLink className={styles.all} to={paths.discover}>
          <Compass aria-hidden />
          {t(($) => $.openCollection.all)}
        </ButtonLink>
      </section>
      {popular.length > 0 && <WellKnown titles={popular.slice(0, MAX_TITLES)} />}
    </>
  );
}

function Searched({ isLibrarySearched }: CollectionOfferProps) {
  const { t } = useTranslation();
  const { data: size, isFetching } = useQuery(collectionSize());
  if (isLibrarySearched) return t(($) => $.openCollection.searchedLibrary);
  if (typeof size === 'number') return t(($) => $.openCollection.searched, { count: size });
  return isFetching ? null : t(($) => $.openCollection.searchedAll);
}

function WellKnown({ titles }: { readonly titles: readonly Title[] }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {t(($) => $.openCollection.wellKnown)}
      </h2>
      <CardGrid>
        {titles.map((title) => (
          <Card
            key={title.tmdbId}
            title={title.title}
            poster={title.poster}
            details={[
              t(($) => $.media.types[title.type]),
              ...(title.year === undefined ? [] : [yearText(title.year, i18n.language)]),
            ]}
            subject={title}
            href={paths.media(title)}
          />
        ))}
      </CardGrid>
    </section>
  );
}
