import type { ComponentProps, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';
import { useRefEffect } from '#lib/use-ref-effect.ts';

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> {
  /** Must be stable: a new function closes and shows the dialog again. */
  readonly onShown?: ((dialog: HTMLDialogElement) => void) | undefined;
  /** Called when the user wants to close the dialog. The caller unmounts it. */
  readonly onClose: () => void;
}

function attachModal(dialog: HTMLDialogElement, onShown: ModalProps['onShown']): () => void {
  dialog.showModal();
  onShown?.(dialog);
  return () => dialog.close();
}

/**
 * The native modal dialog: traps and returns the focus, and lies over a fullscreen element. Escape, a click on the
 * backdrop and the phone's back gesture close it.
 */
export function Modal({ onShown, onClose, onKeyDown, ...dialog }: ModalProps) {
  const ref = useRefEffect(attachModal, onShown);

  function handleKey(event: KeyboardEvent<HTMLDialogElement>) {
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
    // The content covers the dialog, so a click on the element itself is a click on its backdrop.
    if (target === currentTarget) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- `<dialog>` handles Escape by keydown and clicks on its backdrop itself.
    <dialog {...dialog} ref={ref} onKeyDown={handleKey} onCancel={onCancel} onClick={onClick} />
  );
}
