import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { popularMovies } from '#data/catalog/title-list.ts';
import type { Title } from '#data/catalog/title.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { Section } from './Section.tsx';
import styles from './FeaturedTitles.module.css';
import { FeaturedTitlesNotice } from './FeaturedTitlesNotice.tsx';

/** Full rows on a telephone, a tablet and a wide screen. */
const OFFERED = 12;

/** For whoever has watched nothing yet. */
export function FeaturedTitles() {
  const { t } = useTranslation();
  return (
    <Section title={t(($) => $.home.watchNow.title)}>
      <p className={styles.about}>
        {config.OPEN_CATALOGUE
          ? t(($) => $.home.watchNow.aboutCollection)
          : t(($) => $.home.watchNow.about)}
      </p>
      <Offer />
    </Section>
  );
}

function Offer() {
  const { data: found, isFetching, refetch } = useQuery(popularMovies());
  // Renders the cards in a transition, which input may interrupt.
  const data = useDeferredValue(found);
  if (!found && !isFetching)
    return <FeaturedTitlesNotice state="failed" onRetry={() => void refetch()} />;
  if (!data) return <CardSkeletons count={OFFERED} />;
  if (data.length === 0)
    return <FeaturedTitlesNotice state="empty" onRetry={() => void refetch()} />;
  return (
    <CardGrid>
      {data.slice(0, OFFERED).map((title) => (
        <OfferedCard key={title.tmdbId} title={title} />
      ))}
    </CardGrid>
  );
}

function OfferedCard({ title }: { readonly title: Title }) {
  const { t } = useTranslation();
  const { type, year } = title;
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={[t(($) => $.media.types[type]), ...(year ? [String(year)] : [])]}
      subject={title}
      href={paths.media(title)}
    />
  );
}
