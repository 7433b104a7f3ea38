import {
  useCallback,
  useImperativeHandle,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
} from 'react';
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

/** The header covers the top of the page. */
const SCROLL_PADDING_PX = 96;
const OVERSCAN_ROWS = 2;

/** A CardGrid that renders only the rows near the window; padding replaces the others. */
export function VirtualCardGrid({ ids, card, handle }: VirtualCardGridProps) {
  const [box, setBox] = useState(estimateBox);
  const changeBox = useCallback(
    (next: GridBox) => setBox((before) => (isSameBox(before, next) ? before : next)),
    [],
  );
  const list = useRefEffect(observeGrid, changeBox);
  const { columns, rowHeight, top } = box;
  const rows = Math.ceil(ids.length / columns);
  const rowAt = (y: number) => Math.min(Math.max(Math.floor((y - top) / rowHeight), 0), rows - 1);
  const firstVisible = useSyncExternalStore(onScroll, () => rowAt(scrollY));
  const lastVisible = useSyncExternalStore(onScroll, () => rowAt(scrollY + innerHeight));
  useImperativeHandle(handle, () => ({
    scrollTo: (index) =>
      scrollTo({ top: top + Math.floor(index / columns) * rowHeight - SCROLL_PADDING_PX }),
  }));
  const first = Math.max(firstVisible - OVERSCAN_ROWS, 0);
  const last = Math.min(lastVisible + OVERSCAN_ROWS, rows - 1);
  const from = first * columns;
  return (
    <ul
      ref={list}
      className={styles.grid}
      data-focus-start
      style={{
        paddingBlockStart: first * rowHeight,
        paddingBlockEnd: (rows - 1 - last) * rowHeight,
      }}
    >
      {ids.slice(from, (last + 1) * columns).map((id, index) => (
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

function onScroll(changed: () => void): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  addEventListener('scroll', changed, { passive: true, signal });
  addEventListener('resize', changed, { passive: true, signal });
  return () => lifetime.abort();
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
