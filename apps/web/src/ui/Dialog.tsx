import { useId, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useAttached } from '#lib/use-attached.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What can be done, the main thing last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function attachDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}

/** A question in the middle of the screen. The platform's own dialog: it keeps the focus and gives it back. */
export function Dialog({ title, onClose, actions, children }: DialogProps) {
  const titleId = useId();
  const dialogRef = useAttached(attachDialog, undefined);

  function onCancel(event: SyntheticEvent): void {
    event.preventDefault();
    onClose();
  }

  function onClick({ target, currentTarget }: MouseEvent): void {
    if (target === currentTarget) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its backdrop is hit; Escape is its own key.
    <dialog
      ref={dialogRef}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={onCancel}
      onClick={onClick}
    >
      <div className={styles.card}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  );
}
