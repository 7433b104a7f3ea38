import { useInfiniteQuery } from '@tanstack/react-query';
import { Compass, SearchX, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { searchTitles } from '#data/catalog/title-list.ts';
import type { Title } from '#data/catalog/title.ts';
import { yearText } from '#i18n/formats.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { whenVisible } from '#lib/scroll-observers.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './SearchResults.module.css';

const SKELETONS = 12;

interface SearchResultsProps {
  readonly query: string;
  /** Replaces the default hint when nothing was found. */
  readonly offer?: ReactNode;
}

export function SearchResults({ query, offer }: SearchResultsProps) {
  const { t, i18n } = useTranslation();
  const { language } = catalogLocale(i18n.language);
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
      {data?.length === 0 && <Nothing query={query} offer={offer} />}
      {data && data.length > 0 && (
        <>
          <Found titles={data} />
          <MoreResults query={query} count={data.length} search={search} />
        </>
      )}
    </section>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <SearchMessage
      kind="failed"
      title={t(($) => $.home.search.failed)}
      hint={t(($) => $.errors.catalogUnreachable)}
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

interface SearchMessageProps {
  readonly kind: 'none' | 'failed';
  readonly title: string;
  /** Left out when an offer follows. */
  readonly hint?: string | undefined;
  readonly action?: ReactNode;
}

function SearchMessage({ kind, title, hint, action }: SearchMessageProps) {
  const Icon = kind === 'failed' ? Unplug : SearchX;
  return (
    <div
      className={styles.message}
      data-has-offer={hint === undefined || undefined}
      role={kind === 'failed' ? 'alert' : undefined}
    >
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <h1 className={styles.title}>{title}</h1>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  );
}

/** Unreleased titles are not links. */
function TitleCard({ title }: { readonly title: Title }) {
  const { t, i18n } = useTranslation();
  const { isReleased } = title;
  const details = [
    t(($) => $.media.types[title.type]),
    ...(title.year === undefined ? [] : [yearText(title.year, i18n.language)]),
  ];
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={details}
      badges={isReleased ? [] : [t(($) => $.media.unreleased)]}
      subject={title}
      href={isReleased ? paths.media(title) : undefined}
    />
  );
}

const PREFETCH_DISTANCE_PX = 600;
/** More results need the button, so that the footer stays reachable. */
const AUTO_LOAD_MAX_RESULTS = 100;

interface MoreResultsProps {
  readonly query: string;
  /** Results shown so far. */
  readonly count: number;
  readonly search: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads further pages on scroll. The button serves keyboards and failed requests. */
function MoreResults({ query, count, search }: MoreResultsProps) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = search;
  if (!hasNextPage)
    return <p className={styles.end}>{t(($) => $.home.search.allResults, { query })}</p>;
  return (
    <div className={styles.more}>
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert">{t(($) => $.home.search.moreFailed)}</p>
      )}
      {isFetchingNextPage ? (
        <Spinner label={t(($) => $.home.search.searching)} />
      ) : (
        <Button onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? t(($) => $.actions.retry) : t(($) => $.home.search.more)}
        </Button>
      )}
      {count < AUTO_LOAD_MAX_RESULTS && !isFetchNextPageError && !isFetchingNextPage && (
        <Sentinel onNear={fetchNextPage} />
      )}
    </div>
  );
}

function Sentinel({ onNear }: { readonly onNear: () => Promise<unknown> }) {
  return <span ref={useRefEffect(attachSentinel, onNear)} aria-hidden />;
}

function attachSentinel(sentinel: HTMLElement, onNear: () => Promise<unknown>): () => void {
  return whenVisible(sentinel, () => void onNear(), PREFETCH_DISTANCE_PX);
}
