import { ChevronLeft, X } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react';

import { useAttached } from '#lib/use-attached.ts';

import { IconButton } from './IconButton.tsx';
import { focusMenu, isOutwards } from './menu-keys.ts';
import styles from './Popout.module.css';

interface PopoutProps {
  readonly title: string;
  readonly closeLabel: string;
  /** To the page before; the first page has none. */
  readonly back?: { readonly label: string; readonly go: () => void } | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function attachDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  focusMenu(dialog);
  return () => dialog.close();
}

/**
 * A card in the corner, or a sheet from below where a card has no room. The platform's own dialog: it keeps the focus, lies
 * over a frame that fills the screen, and the way back of a phone closes it.
 */
export function Popout({ title, closeLabel, back, onClose, children }: PopoutProps) {
  const titleId = useId();
  const dialogRef = useAttached(attachDialog, undefined);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isBack = isOutwards(event.key, getComputedStyle(event.currentTarget).direction);
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') onClose();
    else if (isBack && back && !hasOwnArrows(event.target)) back.go();
    else return;
    event.preventDefault();
  }

  /** The caller takes it away: what is open is for the caller to say. */
  function onCancel(event: SyntheticEvent) {
    event.preventDefault();
    onClose();
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    // Everything inside lies on the card; what is hit beside it is the dialog's backdrop.
    if (target === currentTarget) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears Escape and its backdrop.
    <dialog
      ref={dialogRef}
      className={styles.popout}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClick={onClick}
    >
      <div className={styles.card}>
        <header className={styles.header}>
          {back && (
            <IconButton label={back.label} className={styles.back} onClick={back.go}>
              <ChevronLeft aria-hidden />
            </IconButton>
          )}
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </header>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}

/** Sliders and text fields need the arrows themselves. */
function hasOwnArrows(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}
