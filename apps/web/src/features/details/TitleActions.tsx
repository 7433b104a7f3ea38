import { isFinished } from '@matinee/shared/media/progress';
import { Bookmark, Check, Clapperboard, ListPlus, Play, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import type { MovieMeta } from '#data/catalog/details.ts';
import type { TitleDetails } from '#data/catalog/title-details.ts';
import {
  saveBookmark,
  bookmarksStore,
  mayBookmark,
  removeBookmark,
} from '#data/user-data/bookmarks.ts';
import { resumePointOf } from '#data/user-data/progress-items.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { rate, ratingOf, ratingsStore } from '#data/user-data/ratings.ts';
import { markUnwatched, markWatched } from '#data/user-data/mark-watched.ts';
import { sessionStore } from '#data/session.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { StarRating } from '#ui/StarRating.tsx';
import styles from './DetailsSheet.module.css';

interface TitleActionsProps {
  readonly title: TitleDetails;
  readonly onTrailer: () => void;
}

export function TitleActions({ title, onTrailer }: TitleActionsProps) {
  const { t } = useTranslation();
  const isOffered = useStore(sessionStore, mayBookmark);
  return (
    <div className={styles.actions}>
      {title.isReleased && <PlayLinks title={title} />}
      {isOffered && <BookmarkButton title={title} />}
      <ListLink title={title} />
      {title.type === 'movie' && title.isReleased && <WatchedButton title={title} />}
      {title.trailerKey !== undefined && config.TRAILERS && (
        <Button onClick={onTrailer}>
          <Clapperboard aria-hidden />
          {t(($) => $.details.trailer)}
        </Button>
      )}
    </div>
  );
}

interface ActionProps {
  readonly title: TitleDetails;
}

function PlayLinks({ title }: ActionProps) {
  const { t } = useTranslation();
  const item = useStore(progressStore, ({ items }) => items[title.tmdbId]);
  const resumePoint = item && resumePointOf(item);
  const episode = resumePoint?.episode;
  const path = paths.media(title, episode);
  const resume = episode
    ? t(($) => $.cards.resumeEpisode, { season: episode.season, episode: episode.number })
    : t(($) => $.cards.resume);
  return (
    <>
      <ButtonLink kind="primary" to={path}>
        <Play aria-hidden />
        {resumePoint ? resume : t(($) => $.cards.play)}
      </ButtonLink>
      {resumePoint && (
        <ButtonLink to={`${path}?t=0`}>
          <RotateCcw aria-hidden />
          {t(($) => $.cards.fromBeginning)}
        </ButtonLink>
      )}
    </>
  );
}

function ListLink({ title }: ActionProps) {
  const { t } = useTranslation();
  const { state } = useLocation();
  return (
    <ButtonLink
      to={{ search: paths.addToList(title) }}
      state={{ sheets: modalDepth(state) + 1 }}
      preventScrollReset
    >
      <ListPlus aria-hidden />
      {t(($) => $.cards.addToList)}
    </ButtonLink>
  );
}

function WatchedButton({ title }: ActionProps) {
  const { t } = useTranslation();
  const { tmdbId, year = 0, poster, runtime } = title;
  const isWatched = useStore(progressStore, ({ items }) => {
    const progress = items[tmdbId]?.progress;
    return progress !== undefined && isFinished(progress);
  });
  const meta: MovieMeta = {
    type: 'movie',
    tmdbId,
    title: title.title,
    releaseYear: year,
    ...(poster !== undefined && { poster }),
    ...(runtime !== undefined && { runtime }),
  };
  return (
    <Button
      onClick={() => {
        if (isWatched) markUnwatched(meta);
        else markWatched(meta, undefined);
      }}
    >
      {isWatched ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
      {isWatched ? t(($) => $.details.markUnwatched) : t(($) => $.cards.markWatched)}
    </Button>
  );
}

export function TitleRating({ title }: ActionProps) {
  const { t } = useTranslation();
  const rating = useStore(ratingsStore, ratingOf(title));
  return (
    <StarRating
      label={t(($) => $.ratings.title)}
      rating={rating}
      onRate={(points) => rate(title, points)}
      starsLabel={(count) => t(($) => $.ratings.stars, { count })}
      clearLabel={t(($) => $.ratings.clear)}
    />
  );
}

function BookmarkButton({ title: { tmdbId, type, title, year, poster } }: ActionProps) {
  const { t } = useTranslation();
  const isBookmarked = useStore(bookmarksStore, ({ bookmarks }) => tmdbId in bookmarks);
  return (
    <Button
      className={styles.bookmark}
      aria-pressed={isBookmarked}
      onClick={() => {
        if (isBookmarked) removeBookmark(tmdbId);
        else saveBookmark({ tmdbId, type, title, year, poster });
      }}
    >
      <Bookmark aria-hidden />
      {t(($) => $.cards.bookmark)}
    </Button>
  );
}
