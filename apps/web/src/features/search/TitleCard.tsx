import { useTranslation } from 'react-i18next';
import type { Title } from '#data/catalog/title.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';

/** What is not out yet is shown, but leads nowhere. */
export function TitleCard({ title }: { readonly title: Title }) {
  const { t } = useTranslation();
  const { isReleased } = title;
  const details = [
    t(($) => $.media.types[title.type]),
    ...(title.year === undefined ? [] : [String(title.year)]),
    ...(isReleased ? [] : [t(($) => $.media.unreleased)]),
  ];
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={details}
      subject={title}
      href={isReleased ? paths.media(title) : undefined}
    />
  );
}
