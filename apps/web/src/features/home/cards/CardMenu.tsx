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
import { resumePointOf } from '#data/user-data/progress-update.ts';
import {
  areWatched,
  markEpisodesUnwatched,
  markSeasonWatched,
  type MarkedEpisodes,
} from '#data/user-data/mark-season.ts';
import { progressStore, removeProgress } from '#data/user-data/progress.ts';
import { sessionStore } from '#data/session.ts';
import { sheetDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import type { CardSubject, MenuPosition } from '#ui/card-actions.ts';
import { FloatingMenu } from '#ui/FloatingMenu.tsx';
import { MenuAction } from '#ui/Menu.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import { closeCardMenu } from './card-menu-store.ts';
import { isSeen, knownSeason, markSeen, markUnseen } from './mark-watched.ts';
import { toggleBookmark } from './toggle-bookmark.ts';
import { useOpenDetails } from './useOpenDetails.ts';

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
        onPress={after(() => openDetails(subject))}
      />
    </FloatingMenu>
  );
}

interface RowProps {
  readonly subject: CardSubject;
}

/** Closed first: what is done may move the focus, and the menu gives it back. */
function after(run: () => void): () => void {
  return () => {
    closeCardMenu();
    run();
  };
}

function PlayRows({ subject }: RowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const item = useStore(progressStore, ({ items }) => items[subject.tmdbId]);
  const place = item && resumePointOf(item);
  const episode = place?.episode;
  const address = paths.media(subject, episode);
  const resume = episode
    ? t(($) => $.cards.resumeEpisode, { season: episode.season, episode: episode.number })
    : t(($) => $.cards.resume);
  return (
    <>
      <MenuAction
        icon={Play}
        label={place ? resume : t(($) => $.cards.play)}
        onPress={after(() => void navigate(address))}
      />
      {place && (
        <MenuAction
          icon={RotateCcw}
          label={t(($) => $.cards.fromBeginning)}
          onPress={after(() => void navigate(`${address}?t=0`))}
        />
      )}
      {(subject.type === 'movie' || episode) && <SeenRow subject={subject} />}
      {episode && <SeasonRow subject={subject} />}
    </>
  );
}

/** Marks a movie, or the episode at which a show was left. */
function SeenRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const item = useStore(progressStore, ({ items }) => items[subject.tmdbId]);
  const episode = item && resumePointOf(item)?.episode;
  const { title } = subject;

  async function mark() {
    try {
      const undo = await markSeen(client, subject, episode);
      offerUndo({ text: t(($) => $.cards.marked, { title }), undo });
    } catch {
      offerUndo({ text: t(($) => $.cards.markFailed, { title }) });
    }
  }
  function unmark() {
    offerUndo({ text: t(($) => $.cards.unmarked, { title }), undo: markUnseen(subject, episode) });
  }
  if (isSeen(item, episode)) {
    const label = episode
      ? t(($) => $.cards.unmarkEpisode, { season: episode.season, episode: episode.number })
      : t(($) => $.details.markUnwatched);
    return <MenuAction icon={RotateCcw} label={label} onPress={after(unmark)} />;
  }
  const label = episode
    ? t(($) => $.cards.markEpisode, { season: episode.season, episode: episode.number })
    : t(($) => $.cards.markWatched);
  return <MenuAction icon={Check} label={label} onPress={after(() => void mark())} />;
}

/** Marks the season at which a show was left, where its episodes are known: a menu waits for no request. */
function SeasonRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const item = useStore(progressStore, ({ items }) => items[subject.tmdbId]);
  const season = item && resumePointOf(item)?.episode?.season;
  const marked = season === undefined ? undefined : knownSeason(client, subject, season);
  if (season === undefined || !marked) return null;
  const { title } = subject;
  if (areWatched(marked)({ items: item ? { [subject.tmdbId]: item } : {} })) {
    const unmark = () =>
      offerUndo({
        text: t(($) => $.cards.unmarked, { title }),
        undo: markEpisodesUnwatched(marked),
      });
    const label = t(($) => $.cards.unmarkSeason, { season });
    return <MenuAction icon={RotateCcw} label={label} onPress={after(unmark)} />;
  }
  const mark = async (known: MarkedEpisodes) => {
    const undo = await markSeasonWatched(client, known, item);
    offerUndo({ text: t(($) => $.cards.marked, { title }), undo });
  };
  return (
    <MenuAction
      icon={CheckCheck}
      label={t(($) => $.cards.markSeason, { season })}
      onPress={after(() => void mark(marked))}
    />
  );
}

function BookmarkRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const isOffered = useStore(sessionStore, mayBookmark);
  const isKept = useStore(bookmarksStore, ({ bookmarks }) => subject.tmdbId in bookmarks);
  if (!isOffered) return null;
  const removed = t(($) => $.cards.bookmarkRemoved, { title: subject.title });
  return (
    <MenuAction
      icon={isKept ? BookmarkX : Bookmark}
      label={isKept ? t(($) => $.cards.removeBookmark) : t(($) => $.cards.bookmark)}
      onPress={after(() => toggleBookmark(subject, removed))}
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
      { state: { sheets: sheetDepth(state) + 1 }, preventScrollReset: true },
    );
  return <MenuAction icon={ListPlus} label={t(($) => $.cards.addToList)} onPress={after(go)} />;
}

function RemoveRow({ subject: { tmdbId, title } }: RowProps) {
  const { t } = useTranslation();
  const item = useStore(progressStore, ({ items }) => items[tmdbId]);
  // A movie that was seen is marked as unwatched instead, which does the same.
  if (!item || (item.type === 'movie' && isSeen(item, undefined))) return null;
  const text = t(($) => $.cards.progressRemoved, { title });
  return (
    <MenuAction
      icon={X}
      label={t(($) => $.cards.forget)}
      onPress={after(() => offerUndo({ text, undo: removeProgress(tmdbId) }))}
    />
  );
}
