import { Children, type ReactNode } from 'react';
import styles from './CardGrid.module.css';

/** One list item for each child. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  return (
    <ul className={styles.grid} data-focus-start>
      {Children.map(children, (child) => (
        <li className={styles.cell}>{child}</li>
      ))}
    </ul>
  );
}
