import type { ReactNode } from 'react';
import styles from './Actions.module.css';

/** What can be done on a card, the main thing last. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
