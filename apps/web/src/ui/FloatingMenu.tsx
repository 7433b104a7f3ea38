import { useCallback, type KeyboardEvent, type ReactNode } from 'react';
import type { MenuPosition } from './card-actions.ts';
import { Menu } from './Menu.tsx';
import { Modal } from './Modal.tsx';
import styles from './Modal.module.css';

interface FloatingMenuProps {
  /** The name and the heading of the menu. */
  readonly label: string;
  readonly position: MenuPosition;
  readonly onClose: () => void;
  /** MenuAction elements. */
  readonly children: ReactNode;
}

function moveTo(dialog: HTMLDialogElement, { x, y }: MenuPosition): void {
  const { offsetWidth, offsetHeight, style } = dialog;
  style.setProperty('--at-x', `${clamp(x, offsetWidth, innerWidth)}px`);
  style.setProperty('--at-y', `${clamp(y, offsetHeight, innerHeight)}px`);
  dialog.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
}

/** A context menu at the pointer; a bottom sheet in a narrow window. */
export function FloatingMenu({ label, position, onClose, children }: FloatingMenuProps) {
  const onShown = useCallback((dialog: HTMLDialogElement) => moveTo(dialog, position), [position]);

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
      <div className={styles.floatingCard}>
        <p className={styles.floatingTitle} aria-hidden>
          {label}
        </p>
        <Menu label={label}>{children}</Menu>
      </div>
    </Modal>
  );
}

const MARGIN = 8;

/** Returns the coordinate nearest to `start` at which `size` pixels fit between the window's edges. */
export function clamp(start: number, size: number, windowSize: number): number {
  return Math.max(MARGIN, Math.min(start, windowSize - size - MARGIN));
}
