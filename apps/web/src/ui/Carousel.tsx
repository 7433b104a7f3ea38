import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  startTransition,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { useAttached } from '#lib/use-ref-effect.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { markEdges, scrollRow, walkRow } from './carousel-scroll.ts';
import { guessRow } from './grid-shape.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Carousel.module.css';

/** What can be seen and one more; the rest of a row is drawn when there is time, or somebody is in it. */
const atFirst = (): number => guessRow(innerWidth) + 1;
const NOT_YET = -1;
/** Pictures are on their way by then, and what nobody sees must not come between. */
const DRAWN_WITHIN_MS = 5_000;

interface CarouselProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** One card, whose link takes the `tabIndex`. */
  readonly card: (item: T, tabIndex: 0 | -1) => ReactNode;
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly labels: { readonly back: string; readonly forward: string };
}

/** A row that is wider than the window: swiped, scrolled, paged by its buttons, or walked along with arrows. */
export function Carousel<T>({ items, keyOf, card, labelledBy, labels }: CarouselProps<T>) {
  const [reached, setReached] = useState(NOT_YET);
  const row = useAttached(attachRow, setReached);
  const active = Math.max(0, Math.min(reached, items.length - 1));
  const shown = reached === NOT_YET ? items.slice(0, atFirst()) : items;
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
        className={styles.back}
        onClick={({ currentTarget }) => scrollBeside(currentTarget, -1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton
        data-passed-by
        tabIndex={-1}
        label={labels.forward}
        className={styles.forward}
        onClick={({ currentTarget }) => scrollBeside(currentTarget, 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}

function attachRow(row: HTMLElement, onReach: Dispatch<SetStateAction<number>>): () => void {
  const life = new AbortController();
  const drawAll = () => {
    if (!life.signal.aborted) onReach((before) => Math.max(0, before));
  };
  whenIdle(() => startTransition(drawAll), DRAWN_WITHIN_MS);
  row.addEventListener('pointerenter', drawAll, { signal: life.signal, once: true });
  const detach = [markEdges(row), walkRow(row, onReach), () => life.abort()];
  return () => {
    for (const leave of detach) leave();
  };
}

function scrollBeside(button: HTMLElement, step: 1 | -1): void {
  const row = button.parentElement?.querySelector('ul');
  if (row) scrollRow(row, step);
}
