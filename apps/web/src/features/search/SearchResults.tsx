import { useInfiniteQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueLocale } from '#data/catalog/locale.ts';
import { searchTitles } from '#data/catalog/search.ts';
import type { Title } from '#data/catalog/title.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import { CardSkeletons } from '#ui/CardSkeletons.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { MoreResults } from './MoreResults.tsx';
import { SearchMessage } from './SearchMessage.tsx';
import { TitleCard } from './TitleCard.tsx';
import styles from './SearchResults.module.css';

const SKELETONS = 12;

interface SearchResultsProps {
  readonly query: string;
  /** Replaces the advice for another search where nothing was found. */
  readonly offer?: ReactNode;
}

export function SearchResults({ query, offer }: SearchResultsProps) {
  const { t, i18n } = useTranslation();
  const { language } = catalogueLocale(i18n.language);
  const search = useInfiniteQuery(searchTitles(query, language));
  const { data, isFetching, refetch } = search;
  const state = data ? 'found' : isFetching ? 'searching' : 'failed';
  return (
    <section className={styles.results} aria-busy={state === 'searching'}>
      {(state === 'searching' || (data && data.length > 0)) && (
        <h1 className={styles.heading}>
          {data
            ? t(($) => $.home.search.results, { query })
            : t(($) => $.home.search.searchingFor, { query })}
        </h1>
      )}
      <VisuallyHidden>
        <span role="status">
          {state === 'searching' && t(($) => $.home.search.searching)}
          {data && t(($) => $.home.search.count, { count: data.length })}
        </span>
      </VisuallyHidden>
      {state === 'searching' && <CardSkeletons count={SKELETONS} />}
      {state === 'failed' && <Failed onRetry={() => void refetch()} />}
      {data && data.length === 0 && <Nothing query={query} offer={offer} />}
      {data && data.length > 0 && <Found titles={data} />}
      {data && data.length > 0 && <MoreResults query={query} count={data.length} search={search} />}
    </section>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <SearchMessage
      kind="failed"
      title={t(($) => $.home.search.failed)}
      hint={t(($) => $.home.search.failedHint)}
      action={<Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>}
    />
  );
}

function Nothing({ query, offer }: SearchResultsProps) {
  const { t } = useTranslation();
  const title = t(($) => $.home.search.noResults, { query });
  if (offer !== undefined) {
    return (
      <>
        <SearchMessage kind="none" title={title} />
        {offer}
      </>
    );
  }
  return (
    <SearchMessage
      kind="none"
      title={title}
      hint={t(($) => $.home.search.noResultsHint)}
      action={
        <ButtonLink to={paths.discover}>
          <Compass aria-hidden />
          {t(($) => $.home.browse)}
        </ButtonLink>
      }
    />
  );
}

function Found({ titles }: { readonly titles: readonly Title[] }) {
  return (
    <CardGrid>
      {titles.map((title) => (
        <TitleCard key={`${title.type} ${title.tmdbId}`} title={title} />
      ))}
    </CardGrid>
  );
}
