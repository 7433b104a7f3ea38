// Guesses what CardGrid.module.css and the tokens of rows make of a window, in pixels, until they can
// be measured.

export interface GridShape {
  readonly columns: number;
  /** With the gap to the next row. */
  readonly rowHeight: number;
}

const WIDEST = 1_280;
/** Two lines of a title and one of details. */
const TEXT_HEIGHT = 71;

export function guessGrid(width: number): GridShape {
  const columns = columnsOf(width);
  const gap = columns === 6 ? 24 : columns === 2 ? 16 : 20;
  const gutter = Math.min(48, Math.max(16, width * 0.04));
  const inner = Math.min(width - 2 * gutter, WIDEST);
  const poster = ((inner - gap * (columns - 1)) / columns) * 1.5;
  return { columns, rowHeight: poster + TEXT_HEIGHT + (columns === 2 ? 24 : 32) };
}

/** Cards of a row of which something is in sight: the last one is cut. */
export function guessRow(width: number): number {
  return columnsOf(width) + 1;
}

function columnsOf(width: number): number {
  if (width >= 1_200) return 6;
  if (width >= 768) return 4;
  return width >= 640 ? 3 : 2;
}
