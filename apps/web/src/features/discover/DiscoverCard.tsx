import { useTranslation } from 'react-i18next';
import type { Title } from '#data/catalog/title.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';

interface DiscoverCardProps {
  readonly title: Title;
  readonly tabIndex: 0 | -1;
}

export function DiscoverCard({ title, tabIndex }: DiscoverCardProps) {
  const { t } = useTranslation();
  const { type, year } = title;
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={[t(($) => $.media.types[type]), ...(year ? [String(year)] : [])]}
      subject={title}
      href={paths.media(title)}
      tabIndex={tabIndex}
    />
  );
}
