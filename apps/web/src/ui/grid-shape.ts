// What CardGrid.module.css and Carousel.module.css will make of a window, in pixels: a guess that is good enough until they can
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
  const columns = width >= 1_200 ? 6 : width >= 768 ? 4 : width >= 640 ? 3 : 2;
  const gap = columns === 6 ? 24 : columns === 2 ? 16 : 20;
  const gutter = Math.min(48, Math.max(16, width * 0.04));
  const inner = Math.min(width - 2 * gutter, WIDEST);
  const poster = ((inner - gap * (columns - 1)) / columns) * 1.5;
  return { columns, rowHeight: poster + TEXT_HEIGHT + (columns === 2 ? 24 : 32) };
}

/** Cards of a row of which something is in sight. */
export function guessRow(width: number): number {
  const [card, gap] = width >= 600 ? [200, 20] : [150, 16];
  return Math.ceil(width / (card + gap));
}
