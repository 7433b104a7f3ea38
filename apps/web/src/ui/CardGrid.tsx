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

// Estimates, in pixels, the layout of CardGrid.module.css before the browser can measure it. A wrong estimate moves
// cards, which tests/e2e/layout-shift.spec.ts finds.

export interface GridShape {
  readonly columns: number;
  /** Includes the gap to the next row. */
  readonly rowHeight: number;
}

const MAX_WIDTH = 1_280;
/** Two lines of a title and one of details. */
const TEXT_HEIGHT = 71;

export function estimateGrid(width: number): GridShape {
  const columns = columnsOf(width);
  const gap = columns === 6 ? 24 : columns === 2 ? 16 : 20;
  const gutter = Math.min(48, Math.max(16, width * 0.04));
  const inner = Math.min(width - 2 * gutter, MAX_WIDTH);
  const poster = ((inner - gap * (columns - 1)) / columns) * 1.5;
  return { columns, rowHeight: poster + TEXT_HEIGHT + (columns === 2 ? 24 : 32) };
}

/** Counts the partly visible last card of a carousel. */
export function estimateVisibleCards(width: number): number {
  return columnsOf(width) + 1;
}

function columnsOf(width: number): number {
  if (width >= 1_200) return 6;
  if (width >= 768) return 4;
  return width >= 640 ? 3 : 2;
}
