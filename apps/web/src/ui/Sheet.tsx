import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { Modal } from './Modal.tsx';
import styles from './Sheet.module.css';

interface SheetProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Much to read over a page: a card in the middle, or all of a small window. */
export function Sheet({ label, closeLabel, onClose, children }: SheetProps) {
  return (
    <Modal className={styles.sheet} aria-label={label} onClose={onClose}>
      <div className={styles.card}>
        <IconButton className={styles.close} label={closeLabel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
        <div className={styles.body}>{children}</div>
      </div>
    </Modal>
  );
}
