import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Title } from '#data/catalogue/title.ts';
import { paths } from '#paths.ts';
import { Card, type CardLinkProps } from '#ui/Card.tsx';

/** What is not out yet is shown, but leads nowhere. */
export function TitleCard({ title }: { readonly title: Title }) {
  const { t } = useTranslation();
  const { isReleased } = title;
  const details = [
    t(($) => $.media.types[title.type]),
    ...(title.year === undefined ? [] : [String(title.year)]),
    ...(isReleased ? [] : [t(($) => $.media.unreleased)]),
  ];
  const link = (props: CardLinkProps) => <Link to={paths.media(title)} {...props} />;
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={details}
      subject={title}
      link={isReleased ? link : undefined}
    />
  );
}
