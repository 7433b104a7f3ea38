import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useAttached } from '#lib/use-ref-effect.ts';
import { Toast, ToastRegion } from '#ui/Toast.tsx';
import { leaveInTime } from './auto-dismiss.ts';
import { dismissUndo, undoStore, type Undoable } from '#ui/undo-store.ts';

/** Says what was taken away, and brings it back. */
export function UndoNotice() {
  const offer = useStore(undoStore, (state) => state.offer);
  return <ToastRegion>{offer && <Offer key={offer.text} offer={offer} />}</ToastRegion>;
}

function Offer({ offer: { text, undo } }: { readonly offer: Undoable }) {
  const { t } = useTranslation();
  const notice = useAttached(leaveInTime, dismissUndo);
  const takeBack = undo && {
    label: t(($) => $.cards.undo),
    onClick: () => {
      undo();
      dismissUndo();
    },
  };
  return (
    <Toast
      ref={notice}
      text={text}
      action={takeBack}
      close={{ label: t(($) => $.actions.close), onClick: dismissUndo }}
    />
  );
}
