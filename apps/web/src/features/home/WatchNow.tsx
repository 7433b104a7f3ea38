import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { popularMovies } from '#data/catalogue/popular.ts';
import type { Title } from '#data/catalogue/title.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import { CardSkeletons } from '#ui/CardSkeletons.tsx';
import { Section } from './Section.tsx';
import { WatchNowNotice } from './WatchNowNotice.tsx';

/** Full rows on a telephone, a tablet and a wide screen. */
const OFFERED = 12;

/** For whoever has watched nothing yet. */
export function WatchNow() {
  const { t } = useTranslation();
  return (
    <Section title={t(($) => $.home.watchNow.title)}>
      <Offer />
    </Section>
  );
}

function Offer() {
  const { data: found, isFetching, refetch } = useQuery(popularMovies());
  // In turns: a phone that has just opened the page goes on hearing its viewer meanwhile.
  const data = useDeferredValue(found);
  if (!found && !isFetching)
    return <WatchNowNotice state="failed" onRetry={() => void refetch()} />;
  if (!data) return <CardSkeletons count={OFFERED} />;
  if (data.length === 0) return <WatchNowNotice state="empty" onRetry={() => void refetch()} />;
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
