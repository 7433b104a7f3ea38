import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import {
  seasonEpisodes,
  type EpisodeMeta,
  type SeasonMeta,
  type ShowMeta,
} from '#data/catalog/details.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import {
  areWatched,
  markEpisodesUnwatched,
  markSeasonWatched,
  type MarkedEpisodes,
} from '#data/user-data/mark-watched.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { hasOverlayEntry } from '#player/ui/menu/panel-context.ts';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuAction, MenuText } from '#ui/Menu.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { EpisodeMenuRow } from './EpisodeRow.tsx';
import styles from './EpisodesMenu.module.css';
import { canonicalRoute, routePath } from '../watch-title.ts';
import { episodesAiredBy } from './next-episode.ts';

interface EpisodesOfSeasonProps {
  readonly meta: ShowMeta;
  readonly season: SeasonMeta;
  readonly seasonName: string;
  readonly onDone: () => void;
}

export function EpisodesOfSeason({ meta, season, seasonName, onDone }: EpisodesOfSeasonProps) {
  const { t, i18n } = useTranslation();
  const watch = useEpisodeChoice(meta, onDone);
  const { language } = catalogLocale(i18n.language);
  const [now] = useState(() => new Date());
  const { data, isError, refetch } = useQuery(seasonEpisodes(meta.tmdbId, season.number, language));

  if (isError && !data) return <Failed onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.episodes.length === 0) return <MenuText>{t(($) => $.watch.episodes.empty)}</MenuText>;
  const aired = episodesAiredBy(data.episodes, now);
  const unaired = data.episodes.length - aired.length;
  return (
    <div className={styles.scroll}>
      <Menu label={seasonName}>
        {data.episodes.map((episode) => (
          <EpisodeMenuRow
            key={episode.tmdbId}
            showId={meta.tmdbId}
            episode={episode}
            isCurrent={episode.tmdbId === meta.episode.tmdbId}
            isAired={aired.includes(episode)}
            onChoose={() => watch(data.season, episode)}
          />
        ))}
        {aired.length > 0 && (
          <MarkSeason marked={{ show: meta, season: data.season, episodes: aired }} />
        )}
      </Menu>
      {unaired > 0 && <MenuText>{t(($) => $.watch.episodes.unaired, { count: unaired })}</MenuText>}
    </div>
  );
}

function MarkSeason({ marked }: { readonly marked: MarkedEpisodes }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isWatched = useStore(progressStore, areWatched(marked));
  const item = useStore(progressStore, ({ items }) => items[marked.show.tmdbId]);
  return (
    <MenuAction
      icon={isWatched ? RotateCcw : CheckCheck}
      label={isWatched ? t(($) => $.details.seasonUnwatched) : t(($) => $.details.seasonWatched)}
      onPress={() => {
        if (isWatched) markEpisodesUnwatched(marked);
        else void markSeasonWatched(client, marked, item);
      }}
    />
  );
}

/** Replaces the history entry that the menu has added. */
function useEpisodeChoice(meta: ShowMeta, onDone: () => void) {
  const { media = '' } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  return (season: SeasonMeta, episode: EpisodeMeta) => {
    if (episode.tmdbId === meta.episode.tmdbId) return onDone();
    const path = routePath(canonicalRoute(media, { ...meta, season, episode }));
    void navigate(path, { replace: hasOverlayEntry(state) });
  };
}

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth'];

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{t(($) => $.watch.episodes.loading)}</VisuallyHidden>
      {SKELETONS.map((name) => (
        <Skeleton key={name} shape="row" />
      ))}
    </div>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed}>
      <p role="alert">{t(($) => $.watch.episodes.failed)}</p>
      <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>
    </div>
  );
}
