import { useCallback, type KeyboardEvent, type ReactNode } from 'react';
import { clampInto } from './clamp.ts';
import { Menu } from './Menu.tsx';
import { Modal } from './Modal.tsx';
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

function putAt(dialog: HTMLDialogElement, { x, y }: Place): void {
  const { offsetWidth, offsetHeight, style } = dialog;
  style.setProperty('--at-x', `${clampInto(x, offsetWidth, innerWidth)}px`);
  style.setProperty('--at-y', `${clampInto(y, offsetHeight, innerHeight)}px`);
  dialog.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
}

/** A menu where it was asked for; where there is no room beside anything, a sheet from below. */
export function FloatingMenu({ label, place, onClose, children }: FloatingMenuProps) {
  const onShown = useCallback((dialog: HTMLDialogElement) => putAt(dialog, place), [place]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    onClose();
  }

  return (
    <Modal
      className={styles.floating}
      aria-label={label}
      onShown={onShown}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className={styles.card}>
        <p className={styles.title} aria-hidden>
          <bdi>{label}</bdi>
        </p>
        <Menu label={label}>{children}</Menu>
      </div>
    </Modal>
  );
}
