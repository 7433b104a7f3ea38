import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { IconButton } from './IconButton.tsx';
import { Modal } from './Modal.tsx';
import styles from './Modal.module.css';

interface SheetProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Stops the page from scrolling. Counts the sheets, because one may open over another. */
function lockScroll({ ownerDocument }: HTMLElement): () => void {
  const { dataset } = ownerDocument.documentElement;
  const count = (change: number): void => {
    const open = Number(dataset.sheets ?? 0) + change;
    if (open > 0) dataset.sheets = String(open);
    else delete dataset.sheets;
  };
  count(1);
  return () => count(-1);
}

/** A large card over the page; a bottom sheet in a narrow window. */
export function Sheet({ label, closeLabel, onClose, children }: SheetProps) {
  const card = useRefEffect(lockScroll, null);
  return (
    <Modal className={styles.sheet} aria-label={label} onClose={onClose}>
      <div ref={card} className={styles.sheetCard}>
        <IconButton className={styles.close} label={closeLabel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
        <div className={styles.sheetBody}>{children}</div>
      </div>
    </Modal>
  );
}
