import type { KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useAttached } from '#lib/use-attached.ts';
import { clampInto } from './clamp-into.ts';
import { Menu } from './Menu.tsx';
import styles from './FloatingMenu.module.css';

interface FloatingMenuProps {
  /** The menu's name, and what stands above its rows. */
  readonly label: string;
  /** Measured from the window's top left corner. */
  readonly place: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  /** MenuAction. */
  readonly children: ReactNode;
}

type Place = FloatingMenuProps['place'];

function attachDialog(dialog: HTMLDialogElement, { x, y }: Place): () => void {
  dialog.showModal();
  const { offsetWidth, offsetHeight, style } = dialog;
  style.setProperty('--at-x', `${clampInto(x, offsetWidth, innerWidth)}px`);
  style.setProperty('--at-y', `${clampInto(y, offsetHeight, innerHeight)}px`);
  dialog.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  return () => dialog.close();
}

/** A menu where it was asked for; where there is no room beside anything, a sheet from below. Focus returns by itself. */
export function FloatingMenu({ label, place, onClose, children }: FloatingMenuProps) {
  const dialog = useAttached(attachDialog, place);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    onClose();
  }

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
      ref={dialog}
      className={styles.floating}
      aria-label={label}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClick={onClick}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className={styles.card}>
        <p className={styles.title} aria-hidden>
          <bdi>{label}</bdi>
        </p>
        <Menu label={label}>{children}</Menu>
      </div>
    </dialog>
  );
}
