import { Bookmark, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { bookmarksStore, mayBookmark } from '#data/user-data/bookmarks.ts';
import { sessionStore } from '#data/session.ts';
import type { CardSubject } from '#ui/card-actions.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { toggleBookmark } from './toggle-bookmark.ts';
import { useOpenDetails } from './useOpenDetails.ts';
import styles from './CardQuickActions.module.css';

interface CardQuickActionsProps {
  readonly subject: CardSubject;
}

/** On the poster, for whoever points at it: the bookmark and the details. Keys find both, and everything else, in the menu. */
export function CardQuickActions({ subject }: CardQuickActionsProps) {
  const { t } = useTranslation();
  const isOffered = useStore(sessionStore, mayBookmark);
  const openDetails = useOpenDetails();
  return (
    <div className={styles.corner} data-passed-by>
      {isOffered && <BookmarkButton subject={subject} />}
      <IconButton
        tabIndex={-1}
        className={styles.button}
        label={t(($) => $.cards.detailsOf, { title: subject.title })}
        onClick={() => openDetails(subject)}
      >
        <Info aria-hidden />
      </IconButton>
    </div>
  );
}

function BookmarkButton({ subject }: CardQuickActionsProps) {
  const { t } = useTranslation();
  const { title, tmdbId } = subject;
  const isKept = useStore(bookmarksStore, ({ bookmarks }) => tmdbId in bookmarks);
  return (
    <IconButton
      tabIndex={-1}
      className={styles.button}
      label={t(($) => $.cards.bookmarkOf, { title })}
      aria-pressed={isKept}
      onClick={() =>
        toggleBookmark(
          subject,
          t(($) => $.cards.bookmarkRemoved, { title }),
        )
      }
    >
      <Bookmark aria-hidden />
    </IconButton>
  );
}
