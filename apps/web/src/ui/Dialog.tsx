import { useId, type ReactNode } from 'react';
import { FormActions } from './FormCard.tsx';
import { Modal } from './Modal.tsx';
import styles from './Modal.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons, the primary one last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, actions, children }: DialogProps) {
  const titleId = useId();
  return (
    <Modal className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.dialogCard}>
        <h2 id={titleId} className={styles.dialogTitle}>
          {title}
        </h2>
        {children}
        <FormActions>{actions}</FormActions>
      </div>
    </Modal>
  );
}
