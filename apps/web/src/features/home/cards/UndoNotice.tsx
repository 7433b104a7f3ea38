import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useAttached } from '#lib/use-attached.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { leaveInTime } from './leave-in-time.ts';
import { dismissUndo, undoStore, type Undoable } from './undo-store.ts';
import styles from './UndoNotice.module.css';

/** Says what was taken away, and brings it back. The region is always there, or screen readers would not hear of its text. */
export function UndoNotice() {
  const offer = useStore(undoStore, (state) => state.offer);
  return (
    <div className={styles.region} role="status">
      {offer && <Offer key={offer.text} offer={offer} />}
    </div>
  );
}

function Offer({ offer: { text, undo } }: { readonly offer: Undoable }) {
  const { t } = useTranslation();
  const notice = useAttached(leaveInTime, dismissUndo);
  return (
    <div ref={notice} className={styles.notice}>
      <span className={styles.text}>{text}</span>
      {undo && (
        <Button
          kind="quiet"
          onClick={() => {
            undo();
            dismissUndo();
          }}
        >
          {t(($) => $.cards.undo)}
        </Button>
      )}
      <IconButton label={t(($) => $.actions.close)} onClick={dismissUndo}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
