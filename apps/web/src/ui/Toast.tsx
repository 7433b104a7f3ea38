import { X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Toast.module.css';

/** Always mounted: screen readers announce only changes of an existing region. */
export function ToastRegion({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.region} role="status">
      {children}
    </div>
  );
}

/** Dismisses the notice after a while, unless it is hovered or focused. */
export function autoDismiss(notice: HTMLElement, dismiss: () => void, afterMs: number): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let timer = setTimeout(dismiss, afterMs);
  for (const type of ['pointerenter', 'focusin'] as const)
    notice.addEventListener(type, () => clearTimeout(timer), { signal });
  for (const type of ['pointerleave', 'focusout'] as const)
    notice.addEventListener(
      type,
      () => {
        clearTimeout(timer);
        timer = setTimeout(dismiss, afterMs);
      },
      { signal },
    );
  return () => {
    clearTimeout(timer);
    lifetime.abort();
  };
}

interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

interface ToastProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly text: string;
  readonly action: ToastAction | undefined;
  readonly close: ToastAction;
}

/** A message at the bottom of the window with at most one action. */
export function Toast({ ref, text, action, close }: ToastProps) {
  return (
    <div ref={ref} className={styles.notice}>
      <span className={styles.text}>{text}</span>
      {action && (
        <Button kind="quiet" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      <IconButton label={close.label} onClick={close.onClick}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
