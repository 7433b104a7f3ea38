import type { ReactNode } from 'react';
import styles from './FormActions.module.css';

/** What can be done on a card, the main thing last. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
