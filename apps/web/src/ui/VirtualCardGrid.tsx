import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useImperativeHandle, useState, type ReactNode, type Ref } from 'react';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { estimateGrid, type GridShape } from './CardGrid.tsx';
import styles from './CardGrid.module.css';

interface VirtualCardGridProps {
  readonly ids: readonly string[];
  readonly card: (id: string) => ReactNode;
  readonly handle?: Ref<GridHandle>;
}

export interface GridHandle {
  /** Scrolls the window to the row of a card. */
  readonly scrollTo: (index: number) => void;
}

/** The header lies over the page. */
const SCROLL_PADDING_PX = 96;

/** A CardGrid that renders only the rows near the window; padding replaces the others. */
export function VirtualCardGrid({ ids, card, handle }: VirtualCardGridProps) {
  const [box, setBox] = useState(estimateBox);
  const changeBox = useCallback(
    (next: GridBox) => setBox((before) => (isSameBox(before, next) ? before : next)),
    [],
  );
  const list = useRefEffect(observeGrid, changeBox);
  const { columns, rowHeight, top } = box;
  // oxlint-disable-next-line react/incompatible-library -- the rule warns of stale memoized values, and nothing returned here is memoized or passed on.
  const rows = useWindowVirtualizer({
    count: Math.ceil(ids.length / columns),
    estimateSize: () => rowHeight,
    // The virtualizer measures again when this function changes.
    getItemKey: useCallback((row: number) => `${row} ${rowHeight}`, [rowHeight]),
    overscan: 2,
    scrollMargin: top,
    scrollPaddingStart: SCROLL_PADDING_PX,
  });
  useImperativeHandle(handle, () => ({
    scrollTo: (index) => rows.scrollToIndex(Math.floor(index / columns), { align: 'start' }),
  }));
  const shown = rows.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  const from = (first?.index ?? 0) * columns;
  const before = first ? first.start - top : 0;
  const after = rows.getTotalSize() - (last ? last.end - top : 0);
  return (
    <ul
      ref={list}
      className={styles.grid}
      data-focus-start
      style={{ paddingBlockStart: before, paddingBlockEnd: after }}
    >
      {ids.slice(from, ((last?.index ?? 0) + 1) * columns).map((id, index) => (
        <li
          key={id}
          className={styles.cell}
          aria-setsize={ids.length}
          aria-posinset={from + index + 1}
        >
          {card(id)}
        </li>
      ))}
    </ul>
  );
}

interface GridBox extends GridShape {
  /** Distance from the beginning of the page. */
  readonly top: number;
}

const estimateBox = (): GridBox => ({ ...estimateGrid(innerWidth), top: 0 });

/** Reports the grid's position and row height whenever they may have changed. */
function observeGrid(list: HTMLElement, onChange: (box: GridBox) => void): () => void {
  const measure = () => onChange(boxOf(list));
  const observer = new ResizeObserver(measure);
  observer.observe(list);
  // Content above the grid moves it and changes the height of the page.
  observer.observe(list.ownerDocument.body);
  measure();
  return () => observer.disconnect();
}

function boxOf(list: HTMLElement): GridBox {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  const columns = gridTemplateColumns.split(' ').length;
  const cell = list.firstElementChild?.getBoundingClientRect().height ?? 0;
  return {
    columns,
    rowHeight:
      cell > 0 ? cell + (Number.parseFloat(rowGap) || 0) : estimateGrid(innerWidth).rowHeight,
    top: Math.round(list.getBoundingClientRect().top + scrollY),
  };
}

function isSameBox(a: GridBox, b: GridBox): boolean {
  const isSameRow = Math.abs(a.rowHeight - b.rowHeight) < 0.5;
  return isSameRow && a.columns === b.columns && a.top === b.top;
}
