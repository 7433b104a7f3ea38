import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CheckCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { airedAmong } from '#data/catalog/aired.ts';
import { seasonDetails } from '#data/catalog/details.ts';
import type { SeasonSummary, TitleDetails } from '#data/catalog/title-details.ts';
import {
  airedEpisodes,
  areWatched,
  markEpisodesUnwatched,
  markEpisodesWatched,
  markSeasonWatched,
  type MarkedEpisodes,
} from '#data/user-data/mark-season.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
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
  const marked = { show: title, ...airedEpisodes(data, now) };
  const shown = marked.episodes;
  return (
    <>
      {shown.length > 0 && <MarkSeason marked={marked} />}
      <ol className={styles.episodes}>
        {data.episodes.map((episode, index) => (
          <li key={episode.id} className={styles.episode}>
            <EpisodeRow
              title={title}
              season={season}
              episode={episode}
              isAired={aired[index] === true}
            />
            {shown
              .filter(({ tmdbId }) => tmdbId === String(episode.id))
              .map((one) => (
                <MarkEpisode key={one.tmdbId} marked={{ ...marked, episodes: [one] }} />
              ))}
          </li>
        ))}
      </ol>
    </>
  );
}

interface MarkProps {
  readonly marked: MarkedEpisodes;
}

function MarkSeason({ marked }: MarkProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isWatched = useStore(progressStore, areWatched(marked));
  const item = useStore(progressStore, ({ items }) => items[marked.show.tmdbId]);
  return (
    <Button
      className={styles.mark}
      onClick={() => {
        if (isWatched) markEpisodesUnwatched(marked);
        else void markSeasonWatched(client, marked, item);
      }}
    >
      {isWatched ? <RotateCcw aria-hidden /> : <CheckCheck aria-hidden />}
      {isWatched ? t(($) => $.details.seasonUnwatched) : t(($) => $.details.seasonWatched)}
    </Button>
  );
}

function MarkEpisode({ marked }: MarkProps) {
  const { t } = useTranslation();
  const isWatched = useStore(progressStore, areWatched(marked));
  const [episode] = marked.episodes;
  if (!episode) return null;
  return (
    <IconButton
      className={styles.check}
      label={t(($) => $.details.watchedOf, { number: episode.number })}
      aria-pressed={isWatched}
      onClick={() => {
        if (isWatched) markEpisodesUnwatched(marked);
        else markEpisodesWatched(marked);
      }}
    >
      <Check aria-hidden />
    </IconButton>
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
