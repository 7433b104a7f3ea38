import { Bookmark, HardDrive, Info } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { checkHolding, holdingKey, holdingsStore } from '#data/catalog/library-holdings.ts';
import { sessionStore } from '#data/session.ts';
import { bookmarksStore, mayBookmark } from '#data/user-data/bookmarks.ts';
import { titleWithYear } from '#i18n/formats.ts';
import { loadChunk } from '#lib/chunk-load-error.ts';
import { type CardActions, CardActionsContext, type CardSubject } from '#ui/card-actions.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { autoDismiss, Toast, ToastRegion } from '#ui/Toast.tsx';
import { dismissUndo, type Undoable, undoStore } from '#ui/undo-store.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { cardMenuStore, openCardMenu, toggleBookmark, useOpenDetails } from './card-commands.ts';
import styles from './CardActionsProvider.module.css';

const CardMenu = lazy(async () => {
  const { CardMenu: component } = await loadChunk(import('./CardMenu.tsx'));
  return { default: component };
});

/** Gives the cards inside it their actions, one shared menu and the undo notice. */
export function CardActionsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CardActionsContext value={useCardActions()}>
      {children}
      <MenuWhenOpen />
      <UndoNotice />
    </CardActionsContext>
  );
}

function useCardActions(): CardActions {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  // Buttons on the poster would catch stray taps; touch screens have the menu.
  const isTouch = useMediaQuery('(hover: none)');
  return useMemo(
    () => ({
      Corner: isTouch ? undefined : CardQuickActions,
      Mark: config.OWN_LIBRARY ? LibraryMark : undefined,
      menuOf: ({ title, year }) =>
        t(($) => $.cards.menuOf, { title: titleWithYear(title, year, i18n.language) }),
      openMenu: openCardMenu,
      go: (href) => void navigate(href),
    }),
    [t, i18n.language, navigate, isTouch],
  );
}

/** Marks cards of titles that the site's own library holds. */
function LibraryMark({ subject }: { readonly subject: CardSubject }) {
  const { t } = useTranslation();
  const key = holdingKey(subject);
  const mark = useRefEffect(attachMark, key);
  const isHeld = useStore(holdingsStore, ({ held }) => held.has(key));
  return (
    <span ref={mark}>
      {isHeld && (
        <span className={styles.mark} title={t(($) => $.cards.inLibrary)}>
          <HardDrive aria-hidden />
          <VisuallyHidden>{t(($) => $.cards.inLibrary)}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

function attachMark(_mark: HTMLElement, key: string): () => void {
  checkHolding(key);
  return () => undefined;
}

function MenuWhenOpen() {
  const open = useStore(cardMenuStore, (state) => state.open);
  if (!open) return null;
  return (
    <Suspense>
      <CardMenu subject={open.subject} position={open.position} />
    </Suspense>
  );
}

interface CardQuickActionsProps {
  readonly subject: CardSubject;
}

/** Pointer shortcuts on the poster. Keyboard users find both in the menu. */
function CardQuickActions({ subject }: CardQuickActionsProps) {
  const { t, i18n } = useTranslation();
  const title = titleWithYear(subject.title, subject.year, i18n.language);
  const isOffered = useStore(sessionStore, mayBookmark);
  const openDetails = useOpenDetails();
  return (
    <div className={styles.corner} data-passed-by>
      {isOffered && <BookmarkButton subject={subject} />}
      <IconButton
        tabIndex={-1}
        className={styles.button}
        label={t(($) => $.cards.detailsOf, { title })}
        onClick={() => openDetails(subject)}
      >
        <Info aria-hidden />
      </IconButton>
    </div>
  );
}

function BookmarkButton({ subject }: CardQuickActionsProps) {
  const { t, i18n } = useTranslation();
  const { title, year, tmdbId } = subject;
  const isBookmarked = useStore(bookmarksStore, ({ bookmarks }) => tmdbId in bookmarks);
  return (
    <IconButton
      tabIndex={-1}
      className={styles.button}
      label={t(($) => $.cards.bookmarkOf, { title: titleWithYear(title, year, i18n.language) })}
      aria-pressed={isBookmarked}
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

function UndoNotice() {
  const offer = useStore(undoStore, (state) => state.offer);
  return <ToastRegion>{offer && <Offer key={offer.text} offer={offer} />}</ToastRegion>;
}

function Offer({ offer: { text, undo, label } }: { readonly offer: Undoable }) {
  const { t } = useTranslation();
  const notice = useRefEffect(dismissLater, dismissUndo);
  const undoAction = undo && {
    label: label ?? t(($) => $.cards.undo),
    onClick: () => {
      undo();
      dismissUndo();
    },
  };
  return (
    <Toast
      ref={notice}
      text={text}
      action={undoAction}
      close={{ label: t(($) => $.actions.close), onClick: dismissUndo }}
    />
  );
}

const SHOWN_MS = 10_000;

const dismissLater = (notice: HTMLElement, dismiss: () => void): (() => void) =>
  autoDismiss(notice, dismiss, SHOWN_MS);

function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
