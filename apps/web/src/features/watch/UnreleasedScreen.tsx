import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { regional } from '#lib/format-locale.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { StatusScreen } from './StatusScreen.tsx';
import { releaseDay } from './release-status.ts';

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
    <StatusScreen
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
