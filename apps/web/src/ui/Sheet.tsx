import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAttached } from '#lib/use-ref-effect.ts';
import { IconButton } from './IconButton.tsx';
import { Modal } from './Modal.tsx';
import styles from './Sheet.module.css';

interface SheetProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One may open over another. */
function holdPage({ ownerDocument }: HTMLElement): () => void {
  const { dataset } = ownerDocument.documentElement;
  const count = (change: number): void => {
    const open = Number(dataset.sheets ?? 0) + change;
    if (open > 0) dataset.sheets = String(open);
    else delete dataset.sheets;
  };
  count(1);
  return () => count(-1);
}

/** Much to read over a page: a card in the middle, or all of a small window. */
export function Sheet({ label, closeLabel, onClose, children }: SheetProps) {
  const card = useAttached(holdPage, null);
  return (
    <Modal className={styles.sheet} aria-label={label} onClose={onClose}>
      <div ref={card} className={styles.card}>
        <IconButton className={styles.close} label={closeLabel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
        <div className={styles.body}>{children}</div>
      </div>
    </Modal>
  );
}
