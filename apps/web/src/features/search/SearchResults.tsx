import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { catalogueLocale } from '#data/catalogue/locale.ts';
import { searchTitles } from '#data/catalogue/search.ts';
import type { Title } from '#data/catalogue/title.ts';
import { Button } from '#ui/Button.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import { CardSkeletons } from '#ui/CardSkeletons.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { MoreResults } from './MoreResults.tsx';
import { SearchMessage } from './SearchMessage.tsx';
import { TitleCard } from './TitleCard.tsx';
import styles from './SearchResults.module.css';

const SKELETONS = 12;

export function SearchResults({ query }: { readonly query: string }) {
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
      {data && <Found query={query} titles={data} />}
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

function Found({ query, titles }: { readonly query: string; readonly titles: readonly Title[] }) {
  const { t } = useTranslation();
  if (titles.length === 0) {
    return (
      <SearchMessage
        kind="none"
        title={t(($) => $.home.search.noResults, { query })}
        hint={t(($) => $.home.search.noResultsHint)}
      />
    );
  }
  return (
    <CardGrid>
      {titles.map((title) => (
        <TitleCard key={`${title.type} ${title.tmdbId}`} title={title} />
      ))}
    </CardGrid>
  );
}
