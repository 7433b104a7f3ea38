import type { ReactNode } from 'react';

import styles from './MenuHint.module.css';

/** A sentence in a Popout, where there is nothing to choose. */
export function MenuHint({ children }: { readonly children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}
