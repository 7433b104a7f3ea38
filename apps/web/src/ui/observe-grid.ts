import { guessGrid, type GridShape } from './grid-shape.ts';

export interface GridBox extends GridShape {
  /** Of the grid, from the beginning of the page. */
  readonly top: number;
}

export const guessBox = (): GridBox => ({ ...guessGrid(innerWidth), top: 0 });

/** Tells where the grid lies and how high its rows are, whenever that may have changed. */
export function watchGrid(list: HTMLElement, tell: (box: GridBox) => void): () => void {
  const measure = () => tell(boxOf(list));
  const observer = new ResizeObserver(measure);
  observer.observe(list);
  // What comes and goes above the grid moves it, and makes the page longer or shorter.
  observer.observe(list.ownerDocument.body);
  measure();
  return () => observer.disconnect();
}

function boxOf(list: HTMLElement): GridBox {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  const columns = gridTemplateColumns.split(' ').length;
  const cell = list.firstElementChild?.getBoundingClientRect().height ?? 0;
  const guess = guessGrid(innerWidth);
  return {
    columns,
    rowHeight: cell > 0 ? cell + (Number.parseFloat(rowGap) || 0) : guess.rowHeight,
    top: Math.round(list.getBoundingClientRect().top + scrollY),
  };
}

export function isSameBox(one: GridBox, other: GridBox): boolean {
  const isSameRow = Math.abs(one.rowHeight - other.rowHeight) < 0.5;
  return isSameRow && one.columns === other.columns && one.top === other.top;
}
