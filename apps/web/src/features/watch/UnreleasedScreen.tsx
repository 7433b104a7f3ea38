import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlaybackMeta } from '#data/catalogue/details.ts';
import { regional } from '#lib/regional.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from './Notice.tsx';
import { releaseDay } from './released.ts';

interface UnreleasedScreenProps {
  readonly meta: PlaybackMeta;
  readonly backTo: string;
  readonly onLookAnyway: () => void;
}

export function UnreleasedScreen({ meta, backTo, onLookAnyway }: UnreleasedScreenProps) {
  const { t, i18n } = useTranslation();
  const day = releaseDay(meta);
  const text =
    day === undefined
      ? t(($) => $.watch.unreleased.year, { title: meta.title, year: String(meta.releaseYear) })
      : t(($) => $.watch.unreleased[meta.type], {
          title: meta.title,
          date: longDate(day, i18n.language),
        });
  return (
    <Notice
      icon={<CalendarClock />}
      title={t(($) => $.watch.unreleased.title)}
      text={text}
      actions={
        <>
          <ButtonLink to={backTo} kind="primary">
            {t(($) => $.watch.back)}
          </ButtonLink>
          <Button onClick={onLookAnyway}>{t(($) => $.watch.unreleased.look)}</Button>
        </>
      }
    />
  );
}

/** The catalogue's dates are days, not moments: no time zone may move them. */
function longDate(day: string, language: string): string {
  const format = new Intl.DateTimeFormat(regional(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(day));
}
