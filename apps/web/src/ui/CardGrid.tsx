import { Children, type ReactNode } from 'react';
import styles from './CardGrid.module.css';

/** Wraps each child in a list item. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  return (
    <ul className={styles.grid} data-focus-start>
      {Children.map(children, (child) => (
        <li className={styles.cell}>{child}</li>
      ))}
    </ul>
  );
}
