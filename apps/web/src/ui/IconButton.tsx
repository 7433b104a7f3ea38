import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> & {
  /** The name that screen readers say and pointers see. */
  readonly label: string;
  /** An icon of lucide-react. */
  readonly children: ReactNode;
};

export function IconButton({ label, children, className, ...props }: IconButtonProps) {
  const names = [styles.button, className].filter(Boolean).join(' ');
  return (
    <button type="button" title={label} {...props} className={names} aria-label={label}>
      {children}
    </button>
  );
}
