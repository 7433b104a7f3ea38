import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CheckCheck, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { airedAmong } from '#data/catalog/title.ts';
import { seasonDetails } from '#data/catalog/details.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import type { SeasonSummary, TitleDetails } from '#data/catalog/title-details.ts';
import {
  airedEpisodes,
  areWatched,
  type MarkedEpisodes,
  markEpisodesUnwatched,
  markEpisodesWatched,
  markSeasonWatched,
} from '#data/user-data/mark-watched.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { resumePointOf } from '#data/user-data/progress-items.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Poster } from '#ui/Poster.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SeasonFiles } from './TitleFiles.tsx';
import { EpisodeRow } from './EpisodeRow.tsx';
import styles from './Seasons.module.css';

/** Opens at the last watched season. */
export function Seasons({ title }: { readonly title: TitleDetails }) {
  const { t } = useTranslation();
  const id = useId();
  const item = useStore(progressStore, ({ items }) => items[title.tmdbId]);
  const [chosen, choose] = useState<number | null>(null);
  const selected = chosen ?? (item && resumePointOf(item)?.episode?.season);
  const season = title.seasons.find(({ number }) => number === selected) ?? title.seasons[0];
  if (!season) return null;
  const nameOf = ({ name, number }: SeasonSummary): string => {
    if (name) return name;
    return number === 0
      ? t(($) => $.watch.episodes.specials)
      : t(($) => $.details.season, { number });
  };
  const isPictured = title.seasons.some(({ poster }) => poster !== undefined);
  return (
    <section aria-labelledby={id}>
      <div className={styles.head} data-pictured={isPictured || undefined}>
        {isPictured && (
          <div className={styles.picture}>
            <Poster title={nameOf(season)} src={season.poster} />
          </div>
        )}
        <h3 id={id} className={styles.heading}>
          {t(($) => $.details.episodes)}
        </h3>
        <select
          className={styles.select}
          aria-label={t(($) => $.details.seasons)}
          value={season.number}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        >
          {title.seasons.map((one) => (
            <option key={one.id} value={one.number}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      </div>
      <Episodes key={season.id} title={title} season={season} />
    </section>
  );
}

interface EpisodesProps {
  readonly title: TitleDetails;
  readonly season: SeasonSummary;
}

const SKELETONS = 6;

function Episodes({ title, season }: EpisodesProps) {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date());
  const { language } = catalogLocale(i18n.language);
  const { data, isFetching, refetch } = useQuery(
    seasonDetails(title.tmdbId, season.number, language),
  );
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
  const markable = { show: title, ...airedEpisodes(data, now) };
  return (
    <>
      {markable.episodes.length > 0 && <MarkSeason marked={markable} />}
      <ol className={styles.episodes}>
        {data.episodes.map((episode, index) => (
          <li key={episode.id} className={styles.episode}>
            <EpisodeRow
              title={title}
              season={season}
              episode={episode}
              isAired={aired[index] === true}
            />
            {markable.episodes
              .filter(({ tmdbId }) => tmdbId === String(episode.id))
              .map((one) => (
                <MarkEpisode key={one.tmdbId} marked={{ ...markable, episodes: [one] }} />
              ))}
          </li>
        ))}
      </ol>
      <SeasonFiles
        title={title}
        season={season.number}
        idsOf={(number) => {
          const episode = data.episodes.find((one) => one.episode_number === number);
          return episode && { seasonId: season.id, episodeId: String(episode.id) };
        }}
      />
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
  const { number } = episode;
  return (
    <IconButton
      className={styles.check}
      label={
        isWatched
          ? t(($) => $.details.unwatchedOf, { number })
          : t(($) => $.details.watchedOf, { number })
      }
      data-watched={isWatched}
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
