import type { ComponentProps, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';
import { useAttached } from '#lib/use-ref-effect.ts';

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> {
  /** Once it is shown. A function that stays the same, or it is shown anew. */
  readonly onShown?: ((dialog: HTMLDialogElement) => void) | undefined;
  /** Somebody wants it gone. The caller takes it away: what is open is for the caller to say. */
  readonly onClose: () => void;
}

function attachModal(dialog: HTMLDialogElement, onShown: ModalProps['onShown']): () => void {
  dialog.showModal();
  onShown?.(dialog);
  return () => dialog.close();
}

/**
 * The platform's own dialog over everything else: it keeps the focus and gives it back, lies over a frame that fills the
 * screen, and Escape, a press beside it and the way back of a phone close it.
 */
export function Modal({ onShown, onClose, onKeyDown, ...dialog }: ModalProps) {
  const ref = useAttached(attachModal, onShown);

  function hearKey(event: KeyboardEvent<HTMLDialogElement>) {
    onKeyDown?.(event);
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  }

  function onCancel(event: SyntheticEvent) {
    event.preventDefault();
    onClose();
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    // Everything inside lies on the card; what is hit beside it is the dialog's backdrop.
    if (target === currentTarget) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears Escape and its backdrop.
    <dialog {...dialog} ref={ref} onKeyDown={hearKey} onCancel={onCancel} onClick={onClick} />
  );
}
