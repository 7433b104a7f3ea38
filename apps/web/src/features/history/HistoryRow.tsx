import { progressPercentage } from '@matinee/shared/media/progress';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { normalizePosterUrl } from '#data/catalog/tmdb.ts';
import type { HistoryItem } from '#data/user-data/history.ts';
import { dateFormat } from '#i18n/dates.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { RemoveRowButton, TitleLink } from '#ui/ListPageLayout.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './HistoryPage.module.css';

interface HistoryRowProps {
  readonly item: HistoryItem;
  /** `entry` names the title, and the episode. */
  readonly onRemove: (entry: string) => void;
}

export function HistoryRow({ item, onRemove }: HistoryRowProps) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const { title, seasonId, episodeId } = item;
  const episode = seasonId === undefined ? undefined : { seasonId, episodeId };
  const numbers = useEpisodeNumbers(item);
  // Tells the episodes of a show apart.
  const entry = numbers === undefined ? title : `${title} · ${numbers}`;
  return (
    <>
      <TitleLink
        to={paths.media(item, episode)}
        title={title}
        poster={normalizePosterUrl(item.poster)}
        details={useDetails(item)}
      />
      <ButtonLink
        kind="quiet"
        className={styles.button}
        to={{ search: paths.details(item) }}
        state={{ sheets: modalDepth(state) + 1 }}
        preventScrollReset
        title={t(($) => $.cards.detailsOf, { title })}
      >
        <Info aria-hidden />
        <VisuallyHidden>{t(($) => $.cards.detailsOf, { title })}</VisuallyHidden>
      </ButtonLink>
      <RemoveRowButton
        label={t(($) => $.history.remove, { title: entry })}
        onRemove={() => onRemove(entry)}
      />
    </>
  );
}

/** Episode, time of day and progress. */
function useDetails(item: HistoryItem): string {
  const { t, i18n } = useTranslation();
  const numbers = useEpisodeNumbers(item);
  const { updatedAt, completed } = item;
  const time = dateFormat(i18n.language, 'time');
  const percentage = Math.round(progressPercentage(item));
  return [
    ...(numbers === undefined ? [] : [numbers]),
    time.format(updatedAt),
    completed
      ? t(($) => $.details.watched)
      : t(($) => $.media.watched, { share: percentage / 100 }),
  ].join(' · ');
}

function useEpisodeNumbers(item: HistoryItem): string | undefined {
  const { t } = useTranslation();
  const { seasonNumber: season, episodeNumber: episode } = item;
  if (season === undefined || episode === undefined) return undefined;
  return t(($) => $.media.episodeDisplay, { season, episode });
}
