import { X } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useAttached } from '#lib/use-attached.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Sheet.module.css';

interface SheetProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function attachDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}

/** Much to read over a page: a card in the middle, or all of a small window. Focus returns by itself. */
export function Sheet({ label, closeLabel, onClose, children }: SheetProps) {
  const dialog = useAttached(attachDialog, undefined);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  }

  /** The caller takes it away: what is open is for the caller to say. */
  function onCancel(event: SyntheticEvent) {
    event.preventDefault();
    onClose();
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears Escape and its backdrop.
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={label}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClick={onClick}
    >
      <div className={styles.card}>
        <IconButton className={styles.close} label={closeLabel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
