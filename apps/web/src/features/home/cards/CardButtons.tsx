import { Bookmark, EllipsisVertical, Info } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mayBookmark } from '#data/library/bookmark-rule.ts';
import { bookmarksStore } from '#data/library/bookmarks.ts';
import { sessionStore } from '#data/session.ts';
import type { CardSubject } from '#ui/card-tools.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { openCardMenu } from './card-menu-store.ts';
import { toggleBookmark } from './toggle-bookmark.ts';
import { useOpenDetails } from './useOpenDetails.ts';
import styles from './CardButtons.module.css';

interface CardButtonsProps {
  readonly subject: CardSubject;
}

/** Beside the link of a card: the bookmark and the details on the poster, everything else behind the dots. */
export function CardButtons({ subject }: CardButtonsProps) {
  const { t } = useTranslation();
  const isOffered = useStore(sessionStore, mayBookmark);
  const openDetails = useOpenDetails();
  const { title } = subject;
  return (
    <>
      <div className={styles.corner} data-passed-by>
        {isOffered && <BookmarkButton subject={subject} />}
        <IconButton
          className={styles.button}
          label={t(($) => $.cards.detailsOf, { title })}
          onClick={() => openDetails(subject)}
        >
          <Info aria-hidden />
        </IconButton>
      </div>
      <IconButton
        data-passed-by
        className={styles.more}
        label={t(($) => $.cards.menuOf, { title })}
        aria-haspopup="menu"
        onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          openCardMenu(subject, { x: left, y: bottom });
        }}
      >
        <EllipsisVertical aria-hidden />
      </IconButton>
    </>
  );
}

function BookmarkButton({ subject }: CardButtonsProps) {
  const { t } = useTranslation();
  const { title, tmdbId } = subject;
  const isKept = useStore(bookmarksStore, ({ bookmarks }) => tmdbId in bookmarks);
  return (
    <IconButton
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
