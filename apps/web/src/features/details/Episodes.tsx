import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { airedAmong } from '#data/catalogue/aired.ts';
import { seasonDetails } from '#data/catalogue/details.ts';
import type { SeasonSummary, TitleDetails } from '#data/catalogue/title-details.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EpisodeRow } from './EpisodeRow.tsx';
import styles from './Episodes.module.css';

interface EpisodesProps {
  readonly title: TitleDetails;
  readonly season: SeasonSummary;
}

const SKELETONS = 6;

export function Episodes({ title, season }: EpisodesProps) {
  const { t } = useTranslation();
  const [now] = useState(() => new Date());
  const { data, isFetching, refetch } = useQuery(seasonDetails(title.tmdbId, season.number));
  if (!data && isFetching) return <Loading />;
  if (!data) {
    return (
      <div className={styles.message} role="alert">
        <p>{t(($) => $.details.episodesFailed)}</p>
        <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
      </div>
    );
  }
  if (data.episodes.length === 0)
    return <p className={styles.message}>{t(($) => $.details.noEpisodes)}</p>;
  const dates = data.episodes.map(({ air_date }) => air_date);
  const aired = airedAmong(dates, now);
  return (
    <ol className={styles.episodes}>
      {data.episodes.map((episode, index) => (
        <li key={episode.id}>
          <EpisodeRow
            title={title}
            season={season}
            episode={episode}
            isAired={aired[index] === true}
          />
        </li>
      ))}
    </ol>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={styles.episodes} role="status" aria-label={t(($) => $.global.loading)}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <span key={index} className={styles.skeleton}>
          <Skeleton shape="shortLine" />
        </span>
      ))}
    </div>
  );
}
