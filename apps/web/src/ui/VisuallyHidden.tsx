import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** For those who listen; nothing to see. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
