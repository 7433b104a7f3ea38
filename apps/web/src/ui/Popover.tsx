import { ChevronLeft, X } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

import { IconButton } from './IconButton.tsx';
import { focusMenu, isOutwards } from './menu-keys.ts';
import { Modal } from './Modal.tsx';
import styles from './Popover.module.css';

interface PopoverProps {
  readonly title: string;
  readonly closeLabel: string;
  /** To the page before; the first page has none. */
  readonly back?: { readonly label: string; readonly go: () => void } | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A card in the corner, or a sheet from below where a card has no room. */
export function Popover({ title, closeLabel, back, onClose, children }: PopoverProps) {
  const titleId = useId();

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isBack = isOutwards(event.key, getComputedStyle(event.currentTarget).direction);
    if (event.defaultPrevented || !isBack || !back || hasOwnArrows(event.target)) return;
    event.preventDefault();
    back.go();
  }

  return (
    <Modal
      className={styles.popout}
      aria-labelledby={titleId}
      onShown={focusMenu}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles.card}>
        <header className={styles.header}>
          {back && (
            <IconButton label={back.label} className={styles.back} data-back onClick={back.go}>
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
    </Modal>
  );
}

/** Sliders and text fields need the arrows themselves. */
function hasOwnArrows(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}
