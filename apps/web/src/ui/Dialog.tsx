import { useId, type ReactNode } from 'react';
import styles from './Dialog.module.css';
import { Modal } from './Modal.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What can be done, the main thing last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A question in the middle of the screen. */
export function Dialog({ title, onClose, actions, children }: DialogProps) {
  const titleId = useId();
  return (
    <Modal className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.card}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.actions}>{actions}</div>
      </div>
    </Modal>
  );
}
