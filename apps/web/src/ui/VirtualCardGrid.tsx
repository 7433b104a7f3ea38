import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState, type ReactNode } from 'react';
import { useAttached } from '#lib/use-ref-effect.ts';
import { guessBox, isSameBox, watchGrid, type GridBox } from './observe-grid.ts';
import styles from './CardGrid.module.css';

interface VirtualCardGridProps {
  readonly ids: readonly string[];
  readonly card: (id: string) => ReactNode;
}

/** Like CardGrid, for any number of cards: only the rows near the window exist, and the padding stands for the others. */
export function VirtualCardGrid({ ids, card }: VirtualCardGridProps) {
  const [box, setBox] = useState(guessBox);
  const changeBox = useCallback(
    (next: GridBox) => setBox((before) => (isSameBox(before, next) ? before : next)),
    [],
  );
  const list = useAttached(watchGrid, changeBox);
  const { columns, rowHeight, top } = box;
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is memoised or handed on.
  const rows = useWindowVirtualizer({
    count: Math.ceil(ids.length / columns),
    estimateSize: () => rowHeight,
    // Sizes are computed anew when the keys are: a new function for each height.
    getItemKey: useCallback((row: number) => `${row} ${rowHeight}`, [rowHeight]),
    overscan: 2,
    scrollMargin: top,
  });
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
