import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  startTransition,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { whenIdle } from '#lib/scheduling.ts';
import { markEdges, scrollRow, attachRovingFocus } from './carousel-scroll.ts';
import { estimateVisibleCards } from './CardGrid.tsx';
import { IconButton } from './IconButton.tsx';
import { CardSkeleton, SkeletonGroup } from './Skeleton.tsx';
import styles from './Carousel.module.css';

/** The visible cards and one more. Others render when the browser is idle, or a pointer or the focus enters the row. */
const countAtFirst = (): number => estimateVisibleCards(innerWidth) + 1;
const NOT_REACHED = -1;
/** The latest, on a browser that is never idle. */
const DRAW_ALL_WITHIN_MS = 5_000;

interface CarouselProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Draws a card; its link takes the `tabIndex`. */
  readonly card: (item: T, tabIndex: 0 | -1) => ReactNode;
  /** The id of the heading. */
  readonly labelledBy: string;
  /** The id of a text that distinguishes rows with the same name. */
  readonly describedBy?: string | undefined;
  readonly labels: { readonly back: string; readonly forward: string };
}

/** A row of cards. Users swipe, scroll, page with buttons or move with arrow keys. */
export function Carousel<T>(props: CarouselProps<T>) {
  const { items, keyOf, card, labelledBy, describedBy, labels } = props;
  const [reached, setReached] = useState(NOT_REACHED);
  const row = useRefEffect(attachRow, setReached);
  const active = Math.max(0, Math.min(reached, items.length - 1));
  const shown = reached === NOT_REACHED ? items.slice(0, countAtFirst()) : items;
  return (
    <div className={styles.carousel}>
      <ul
        ref={row}
        className={styles.row}
        aria-labelledby={labelledBy}
        data-roving
        data-focus-start
      >
        {shown.map((item, index) => (
          <li key={keyOf(item)} className={styles.item} data-active={index === active}>
            {card(item, index === active ? 0 : -1)}
          </li>
        ))}
      </ul>
      <IconButton
        data-passed-by
        tabIndex={-1}
        label={labels.back}
        aria-describedby={describedBy}
        className={styles.back}
        onClick={({ currentTarget }) => scrollSibling(currentTarget, -1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton
        data-passed-by
        tabIndex={-1}
        label={labels.forward}
        aria-describedby={describedBy}
        className={styles.forward}
        onClick={({ currentTarget }) => scrollSibling(currentTarget, 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}

function attachRow(row: HTMLElement, onReach: Dispatch<SetStateAction<number>>): () => void {
  const lifetime = new AbortController();
  const drawAll = () => {
    if (!lifetime.signal.aborted) onReach((before) => Math.max(0, before));
  };
  whenIdle(() => startTransition(drawAll), DRAW_ALL_WITHIN_MS);
  row.addEventListener('pointerenter', drawAll, { signal: lifetime.signal, once: true });
  const detach = [markEdges(row), attachRovingFocus(row, onReach), () => lifetime.abort()];
  return () => {
    for (const stop of detach) stop();
  };
}

function scrollSibling(button: HTMLElement, step: 1 | -1): void {
  const row = button.parentElement?.querySelector('ul');
  if (row) scrollRow(row, step);
}

/** Fills the width of the window. Has the height of the row that it replaces. */
export function CarouselSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.skeletonRow} aria-hidden>
        {Array.from({ length: estimateVisibleCards(innerWidth) }, (_, index) => (
          <div key={index} className={styles.item}>
            <CardSkeleton />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
