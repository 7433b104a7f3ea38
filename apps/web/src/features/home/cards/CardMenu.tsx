import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, BookmarkX, Check, Info, ListPlus, Play, RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { mayBookmark } from '#data/library/bookmark-rule.ts';
import { bookmarksStore } from '#data/library/bookmarks.ts';
import { leftAt } from '#data/library/left-at.ts';
import { progressStore, removeProgress } from '#data/library/progress.ts';
import { sessionStore } from '#data/session.ts';
import { sheetDepth } from '#lib/sheet-depth.ts';
import { paths } from '#paths.ts';
import type { CardSubject, MenuPlace } from '#ui/card-tools.ts';
import { FloatingMenu } from '#ui/FloatingMenu.tsx';
import { MenuAction } from '#ui/MenuAction.tsx';

import { closeCardMenu } from './card-menu-store.ts';
import { markSeen } from './mark-watched.ts';
import { toggleBookmark } from './toggle-bookmark.ts';
import { offerUndo } from './undo-store.ts';
import { useOpenDetails } from './useOpenDetails.ts';

interface CardMenuProps {
  readonly subject: CardSubject;
  readonly place: MenuPlace;
}

export function CardMenu({ subject, place }: CardMenuProps) {
  const openDetails = useOpenDetails();
  const { t } = useTranslation();
  return (
    <FloatingMenu label={subject.title} place={place} onClose={closeCardMenu}>
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
  const place = item && leftAt(item);
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
    </>
  );
}

function SeenRow({ subject }: RowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const item = useStore(progressStore, ({ items }) => items[subject.tmdbId]);
  const episode = item && leftAt(item)?.episode;
  const { title } = subject;
  const label = episode
    ? t(($) => $.cards.markEpisode, { season: episode.season, episode: episode.number })
    : t(($) => $.cards.markWatched);

  async function mark() {
    try {
      const undo = await markSeen(client, subject, episode);
      offerUndo({ text: t(($) => $.cards.marked, { title }), undo });
    } catch {
      offerUndo({ text: t(($) => $.cards.markFailed, { title }) });
    }
  }
  return <MenuAction icon={Check} label={label} onPress={after(() => void mark())} />;
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
  const isBegun = useStore(progressStore, ({ items }) => tmdbId in items);
  if (!isBegun) return null;
  const text = t(($) => $.cards.progressRemoved, { title });
  return (
    <MenuAction
      icon={X}
      label={t(($) => $.cards.forget)}
      onPress={after(() => offerUndo({ text, undo: removeProgress(tmdbId) }))}
    />
  );
}
