import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import { CardGrid } from '#ui/CardGrid.tsx';
import type { Unfinished } from './continue-watching.ts';
import { Section } from './Section.tsx';

export function ContinueWatching({ items }: { readonly items: readonly Unfinished[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t(($) => $.home.continueWatching.title)}>
      <CardGrid>
        {items.map((item) => (
          <ContinueCard key={item.tmdbId} item={item} />
        ))}
      </CardGrid>
    </Section>
  );
}

function ContinueCard({ item }: { readonly item: Unfinished }) {
  const { t } = useTranslation();
  const { title, type, year, poster, episode } = item;
  const percentage = Math.round(item.percentage);
  const badge =
    episode &&
    t(($) => $.media.episodeDisplay, { season: episode.season, episode: episode.number });
  return (
    <Card
      title={title}
      poster={poster}
      details={[t(($) => $.media.types[type]), ...(year ? [String(year)] : [])]}
      badge={badge}
      progress={{ percentage, label: t(($) => $.media.watched, { percentage }) }}
      link={(props) => <Link to={paths.media(item, episode)} {...props} />}
    />
  );
}
