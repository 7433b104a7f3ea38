import { useQueryClient } from '@tanstack/react-query';
import {
  Bookmark,
  BookmarkX,
  Check,
  CheckCheck,
  Info,
  ListPlus,
  Play,
  RotateCcw,
  X,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { bookmarksStore, mayBookmark } from '#data/user-data/bookmarks.ts';
import { resumePointOf } from '#data/user-data/progress-items.ts';
import {
  areWatched,
  markEpisodesUnwatched,
  markSeasonWatched,
  type MarkedEpisodes,
} from '#data/user-data/mark-watched.ts';
import { progressStore, removeProgress } from '#data/user-data/progress.ts';
import { sessionStore } from '#data/session.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import type { CardSubject, MenuPosition } from '#ui/card-actions.ts';
import { FloatingMenu } from '#ui/FloatingMenu.tsx';
import { MenuAction } from '#ui/Menu.tsx';
import { closeCardMenu, toggleBookmark, useOpenDetails } from './card-commands.ts';
import {
  cachedSeason,
  isTitleWatched,
  markTitleUnwatched,
  markTitleWatched,
} from './mark-title-watched.ts';
import { offerUndo } from '#ui/undo-store.ts';

interface CardMenuProps {
  readonly subject: CardSubject;
  readonly position: MenuPosition;
}

export function CardMenu({ subject, position }: CardMenuProps) {
  const openDetails = useOpenDetails();
  const { t } = useTranslation();
  return (
    <FloatingMenu label={subject.title} position={position} onClose={closeCardMenu}>
      {subject.isReleased !== false && <PlayRows subject={subject} />}
      <BookmarkRow subject={subject} />
      <ListRow subject={subject} />
      <RemoveRow subject={subject} />
      <MenuAction
        icon={Info}
        label={t(($) => $.cards.details)}
        onPress={closeAnd(() => openDetails(subject))}
      />
    </FloatingMenu>
  );
}

interface RowProps {
  readonly subject: CardSubject;
}

/** Closes the menu first: it restores the focus, which the action may then move. */
function closeAnd(run: () => void): () => void {
  return () => {
    closeCardMenu();
    run();
  };
}

function PlayRows({ subject }: RowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const item = useStore(progressStore, ({ items }) => items[subject.tmdbId]);
  const resumePoint = item && resumePointOf(item);
  const episode = resumePoint?.episode;
  const path = paths.media(subject, episode);
  const resume = episode
    ? t(($) => $.cards.resumeEpisode, { season: episode.season, episode: episode.number })
    : t(($) => $.cards.resume);
  return (
    <>
      <MenuAction
        icon={Play}
        label={resumePoint ? resume : t(($) => $.cards.play)}
        onPress={closeAnd(() => void navigate(path))}
      />
      {resumePoint && (
        <MenuAction
          icon={RotateCcw}
          label={t(($) => $.cards.fromBeginning)}
          onPress={closeAnd(() => void navigate(`${path}?t=0`))}
        />
      )}
      {(subject.type === 'movie' || episode) && <WatchedRow subject={subject} />}
      {episode && <SeasonRow subject={subject} />}
    </>
  );
}

/** Marks a movie, or the last opened episode of a show. */
function WatchedRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const item = useStore(progressStore, ({ items }) => items[subject.tmdbId]);
  const episode = item && resumePointOf(item)?.episode;
  const title = episode
    ? partOf(
        subject,
        t(($) => $.media.episodeDisplay, { season: episode.season, episode: episode.number }),
      )
    : subject.title;

  async function mark() {
    try {
      const undo = await markTitleWatched(client, subject, episode);
      offerUndo({ text: t(($) => $.cards.marked, { title }), undo });
    } catch {
      offerUndo({ text: t(($) => $.cards.markFailed, { title }) });
    }
  }
  function unmark() {
    offerUndo({
      text: t(($) => $.cards.unmarked, { title }),
      undo: markTitleUnwatched(subject, episode),
    });
  }
  if (isTitleWatched(item, episode)) {
    const label = episode
      ? t(($) => $.cards.unmarkEpisode, { season: episode.season, episode: episode.number })
      : t(($) => $.details.markUnwatched);
    return <MenuAction icon={RotateCcw} label={label} onPress={closeAnd(unmark)} />;
  }
  const label = episode
    ? t(($) => $.cards.markEpisode, { season: episode.season, episode: episode.number })
    : t(($) => $.cards.markWatched);
  return <MenuAction icon={Check} label={label} onPress={closeAnd(() => void mark())} />;
}

/** Marks the season of the last opened episode, if it is cached: menus never wait for a request. */
function SeasonRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const item = useStore(progressStore, ({ items }) => items[subject.tmdbId]);
  const season = item && resumePointOf(item)?.episode?.season;
  const episodes = season === undefined ? undefined : cachedSeason(client, subject, season);
  if (season === undefined || !episodes) return null;
  const title = partOf(
    subject,
    season === 0
      ? t(($) => $.watch.episodes.specials)
      : t(($) => $.details.season, { number: season }),
  );
  if (areWatched(episodes)({ items: item ? { [subject.tmdbId]: item } : {} })) {
    const unmark = () =>
      offerUndo({
        text: t(($) => $.cards.unmarked, { title }),
        undo: markEpisodesUnwatched(episodes),
      });
    const label =
      season === 0 ? t(($) => $.cards.unmarkSpecials) : t(($) => $.cards.unmarkSeason, { season });
    return <MenuAction icon={RotateCcw} label={label} onPress={closeAnd(unmark)} />;
  }
  const mark = async (marked: MarkedEpisodes) => {
    const undo = await markSeasonWatched(client, marked, item);
    offerUndo({ text: t(($) => $.cards.marked, { title }), undo });
  };
  return (
    <MenuAction
      icon={CheckCheck}
      label={
        season === 0 ? t(($) => $.cards.markSpecials) : t(($) => $.cards.markSeason, { season })
      }
      onPress={closeAnd(() => void mark(episodes))}
    />
  );
}

/** Notices name what was marked: `The Beverly Hillbillies · S1 E3`. */
const partOf = ({ title }: CardSubject, part: string): string => `${title} · ${part}`;

function BookmarkRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const isOffered = useStore(sessionStore, mayBookmark);
  const isBookmarked = useStore(bookmarksStore, ({ bookmarks }) => subject.tmdbId in bookmarks);
  if (!isOffered) return null;
  const removed = t(($) => $.cards.bookmarkRemoved, { title: subject.title });
  return (
    <MenuAction
      icon={isBookmarked ? BookmarkX : Bookmark}
      label={isBookmarked ? t(($) => $.cards.removeBookmark) : t(($) => $.cards.bookmark)}
      onPress={closeAnd(() => toggleBookmark(subject, removed))}
    />
  );
}

function ListRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const go = () =>
    void navigate(
      { search: paths.addToList(subject) },
      { state: { sheets: modalDepth(state) + 1 }, preventScrollReset: true },
    );
  return <MenuAction icon={ListPlus} label={t(($) => $.cards.addToList)} onPress={closeAnd(go)} />;
}

function RemoveRow({ subject: { tmdbId, title } }: RowProps) {
  const { t } = useTranslation();
  const item = useStore(progressStore, ({ items }) => items[tmdbId]);
  // For a watched movie, "Mark as unwatched" does the same.
  if (!item || (item.type === 'movie' && isTitleWatched(item, undefined))) return null;
  const text = t(($) => $.cards.progressCleared, { title });
  return (
    <MenuAction
      icon={X}
      label={t(($) => $.cards.clearProgress)}
      onPress={closeAnd(() => offerUndo({ text, undo: removeProgress(tmdbId) }))}
    />
  );
}
