import { ChevronLeft, X } from 'lucide-react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { closesSubmenu, focusMenu } from './menu-keys.ts';
import { Modal } from './Modal.tsx';
import styles from './Modal.module.css';

interface PopoverProps {
  readonly title: string;
  readonly closeLabel: string;
  /** Goes back to the previous page. Undefined on the first page. */
  readonly back?: { readonly label: string; readonly go: () => void } | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel in the corner; a bottom sheet in a narrow window. */
export function Popover({ title, closeLabel, back, onClose, children }: PopoverProps) {
  const titleId = useId();

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isBack = closesSubmenu(event.key, getComputedStyle(event.currentTarget).direction);
    if (event.defaultPrevented || !isBack || !back || needsArrows(event.target)) return;
    event.preventDefault();
    back.go();
  }

  return (
    <Modal
      className={styles.popover}
      aria-labelledby={titleId}
      onShown={focusMenu}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles.popoverCard}>
        <header className={styles.popoverHeader}>
          {back && (
            <IconButton label={back.label} className={styles.back} data-back onClick={back.go}>
              <ChevronLeft aria-hidden />
            </IconButton>
          )}
          <h2 id={titleId} className={styles.popoverTitle}>
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </header>
        <div className={styles.popoverBody}>{children}</div>
      </div>
    </Modal>
  );
}

/** Sliders and text fields use arrow keys. */
function needsArrows(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}
