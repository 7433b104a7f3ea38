import type { ReactNode } from 'react';

import styles from './MenuText.module.css';

/** A sentence in a Popout, where there is nothing to choose. */
export function MenuText({ children }: { readonly children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}
