import { isMostlyWatched, progressPercentage } from '@matinee/shared/media/progress';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import type { SeasonSummary, TitleDetails } from '#data/catalog/title-details.ts';
import type { SeasonDetails } from '#data/catalog/schemas.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { dayText } from '#i18n/dates.ts';
import { paths } from '#paths.ts';
import { ProgressRing } from '#ui/ProgressRing.tsx';
import styles from './Seasons.module.css';

interface EpisodeRowProps {
  readonly title: TitleDetails;
  readonly season: SeasonSummary;
  readonly episode: SeasonDetails['episodes'][number];
  readonly isAired: boolean;
}

/** Unaired episodes are not links. */
export function EpisodeRow({ title, season, episode, isAired }: EpisodeRowProps) {
  const { t } = useTranslation();
  const body = (
    <>
      <span className={styles.number}>{episode.episode_number}</span>
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>
            {episode.name || t(($) => $.details.episode, { number: episode.episode_number })}
          </bdi>
        </span>
        <AirDate date={episode.air_date} isAired={isAired} />
      </span>
      <Watched tmdbId={title.tmdbId} ids={[episode.id, episode.own_id]} />
    </>
  );
  if (!isAired)
    return (
      <div className={styles.row} data-unaired>
        {body}
      </div>
    );
  return (
    <Link
      className={styles.row}
      to={paths.media(title, { seasonId: season.id, episodeId: String(episode.id) })}
    >
      {body}
    </Link>
  );
}

interface AirDateProps {
  readonly date: string | null | undefined;
  readonly isAired: boolean;
}

function AirDate({ date, isAired }: AirDateProps) {
  const { t, i18n } = useTranslation();
  if (typeof date !== 'string' || Number.isNaN(Date.parse(date)))
    return isAired ? null : <span className={styles.date}>{t(($) => $.details.notAired)}</span>;
  const text = dayText(date, i18n.language, 'medium');
  return (
    <span className={styles.date}>{isAired ? text : t(($) => $.details.airs, { date: text })}</span>
  );
}

interface WatchedProps {
  readonly tmdbId: string;
  readonly ids: readonly (number | null | undefined)[];
}

function Watched({ tmdbId, ids }: WatchedProps) {
  const { t } = useTranslation();
  const episodes = useStore(progressStore, ({ items }) => items[tmdbId]?.episodes);
  const progress = ids.map((id) => episodes?.[String(id)]?.progress).find(Boolean);
  // The "watched" button beside the row shows this state.
  if (!progress || isMostlyWatched(progress)) return null;
  const percentage = Math.round(progressPercentage(progress));
  if (percentage === 0) return null;
  return (
    <ProgressRing
      percentage={percentage}
      label={t(($) => $.media.watched, { share: percentage / 100 })}
    />
  );
}
