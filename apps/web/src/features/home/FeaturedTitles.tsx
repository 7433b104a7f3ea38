import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { popularMovies } from '#data/catalog/title-list.ts';
import type { Title } from '#data/catalog/title.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { yearText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { Section } from './Section.tsx';
import styles from './HomeLists.module.css';

/** Fills complete rows on phones, tablets and wide screens. */
const MAX_TITLES = 12;

/** Shown to visitors without progress or bookmarks. */
export function FeaturedTitles() {
  const { t } = useTranslation();
  return (
    <Section title={t(($) => $.home.watchNow.title)}>
      <p className={styles.about}>
        {config.OPEN_CATALOGUE
          ? t(($) => $.home.watchNow.aboutCollection)
          : t(($) => $.home.watchNow.about)}
      </p>
      <PopularMovies />
    </Section>
  );
}

function PopularMovies() {
  const { i18n } = useTranslation();
  const { language } = catalogLocale(i18n.language);
  const { data: found, isFetching, refetch } = useQuery(popularMovies(language));
  // Renders the cards in a transition, which input may interrupt.
  const data = useDeferredValue(found);
  if (!found && !isFetching)
    return <FeaturedTitlesNotice state="failed" onRetry={() => void refetch()} />;
  if (!data) return <CardSkeletons count={MAX_TITLES} />;
  if (data.length === 0)
    return <FeaturedTitlesNotice state="empty" onRetry={() => void refetch()} />;
  return (
    <CardGrid>
      {data.slice(0, MAX_TITLES).map((title) => (
        <FeaturedCard key={title.tmdbId} title={title} />
      ))}
    </CardGrid>
  );
}

function FeaturedCard({ title }: { readonly title: Title }) {
  const { t, i18n } = useTranslation();
  const { type, year } = title;
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={[t(($) => $.media.types[type]), ...(year ? [yearText(year, i18n.language)] : [])]}
      subject={title}
      href={paths.media(title)}
    />
  );
}

interface FeaturedTitlesNoticeProps {
  readonly state: 'failed' | 'empty';
  readonly onRetry: () => void;
}

function FeaturedTitlesNotice({ state, onRetry }: FeaturedTitlesNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <p role="status">
        {state === 'failed'
          ? t(($) => $.errors.catalogUnreachable)
          : t(($) => $.home.watchNow.empty)}
      </p>
      <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>
    </div>
  );
}
