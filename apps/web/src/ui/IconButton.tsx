import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Button.module.css';

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** A lucide-react icon. */
  readonly children: ReactNode;
};

export function IconButton({ label, children, className, ...props }: IconButtonProps) {
  const names = [styles.iconButton, className].filter(Boolean).join(' ');
  return (
    <button type="button" title={label} {...props} className={names} aria-label={label}>
      {children}
    </button>
  );
}
