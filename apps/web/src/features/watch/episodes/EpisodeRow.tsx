import { isMostlyWatched, progressPercentage } from '@matinee/shared/media/progress';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EpisodeMeta } from '#data/catalog/details.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { hasMedia } from '#player/features/playback.ts';
import { usePlayerState } from '#player/use-player.ts';
import { dayText } from '#i18n/dates.ts';
import { numberText } from '#i18n/formats.ts';
import { FadeImage } from '#ui/FadeImage.tsx';
import { MenuRow } from '#ui/Menu.tsx';
import { ProgressRing } from '#ui/ProgressRing.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './EpisodesMenu.module.css';

interface EpisodeRowProps {
  readonly showId: string;
  readonly episode: EpisodeMeta;
  readonly isCurrent: boolean;
  readonly isAired: boolean;
  readonly onChoose: () => void;
}

export function EpisodeMenuRow({ showId, episode, isCurrent, isAired, onChoose }: EpisodeRowProps) {
  const { t } = useTranslation();
  const { number, title, airDate, still } = episode;
  const day = useDay(airDate);
  const isPlaying = usePlayerState(hasMedia) && isCurrent;
  const airs = day ? t(($) => $.details.airs, { date: day }) : t(($) => $.details.notAired);
  const detail = isAired ? day : airs;
  return (
    <MenuRow role="menuitemradio" aria-checked={isCurrent} isDisabled={!isAired} onPress={onChoose}>
      <EpisodeStill number={number} src={still} />
      <span className={styles.text}>
        <span className={styles.title} title={title}>
          {title === ''
            ? t(($) => $.details.episode, { number })
            : t(($) => $.watch.episodes.entry, { number, title })}
        </span>
        <span className={styles.detail}>
          {isPlaying ? t(($) => $.watch.episodes.current) : detail}
        </span>
      </span>
      <Watched showId={showId} episode={episode} />
    </MenuRow>
  );
}

function useDay(airDate: string | undefined): string {
  const { i18n } = useTranslation();
  if (airDate === undefined || Number.isNaN(Date.parse(airDate))) return '';
  return dayText(airDate, i18n.language, 'medium');
}

interface WatchedProps {
  readonly showId: string;
  readonly episode: EpisodeMeta;
}

function Watched({ showId, episode }: WatchedProps) {
  const { t } = useTranslation();
  const progress = useStore(progressStore, ({ items }) => {
    const { tmdbId, starterId } = episode;
    const episodes = items[showId]?.episodes;
    return (episodes?.[tmdbId] ?? (starterId === undefined ? undefined : episodes?.[starterId]))
      ?.progress;
  });
  const percentage = progress ? progressPercentage(progress) : 0;
  if (!progress || percentage === 0) return null;
  if (isMostlyWatched(progress)) {
    return (
      <span className={styles.watched}>
        <Check strokeWidth={2.25} aria-hidden />
        <VisuallyHidden>{t(($) => $.details.watched)}</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={styles.watched}>
      <ProgressRing percentage={percentage} />
      <VisuallyHidden>{t(($) => $.media.watched, { share: percentage / 100 })}</VisuallyHidden>
    </span>
  );
}

interface EpisodeStillProps {
  readonly number: number;
  readonly src: string | undefined;
}

/** The episode number is behind the still and shows if there is no still. */
function EpisodeStill({ number, src }: EpisodeStillProps) {
  const { i18n } = useTranslation();
  return (
    <span className={styles.still} aria-hidden>
      <span className={styles.number}>{numberText(number, i18n.language)}</span>
      {src !== undefined && (
        <FadeImage className={styles.image} src={src} width={300} height={169} />
      )}
    </span>
  );
}
