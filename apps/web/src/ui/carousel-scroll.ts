/** `position` is 0 at the beginning of the row in either writing direction. */
export interface RowScroll {
  readonly position: number;
  readonly end: number;
  /** Width of the visible part. */
  readonly width: number;
  /** Width of a card with its gap. */
  readonly card: number;
}

const TOLERANCE_PX = 5;

/** Moves by as many complete cards as fit; wraps around at both ends. */
export function nextScroll({ position, end, width, card }: RowScroll, step: 1 | -1): number {
  if (step === 1 && position >= end - TOLERANCE_PX) return 0;
  if (step === -1 && position <= TOLERANCE_PX) return end;
  const page = Math.max(1, Math.floor(width / card)) * card;
  return Math.min(end, Math.max(0, position + step * page));
}

/** Targets of smooth scrolls that are still running: a second press continues from there. */
const targets = new WeakMap<HTMLElement, number>();

export function scrollRow(row: HTMLElement, step: 1 | -1): void {
  const { position, ...rest } = scrollOf(row);
  const next = nextScroll(
    { position: targets.get(row) ?? position, ...rest, card: cardWidth(row) },
    step,
  );
  // Without `scrollend`, nothing would remove the target again.
  if ('onscrollend' in row) targets.set(row, next);
  row.scrollTo({ left: isRightToLeft(row) ? -next : next });
}

/** Sets `data-at` to the reached ends; the style sheet fades the others. */
export function markEdges(row: HTMLElement): () => void {
  const lifetime = new AbortController();
  const mark = () => {
    const { position, end } = scrollOf(row);
    const edges = [
      position <= TOLERANCE_PX ? 'start' : '',
      position >= end - TOLERANCE_PX ? 'end' : '',
    ];
    row.dataset.at = edges.filter(Boolean).join(' ');
  };
  row.addEventListener('scroll', mark, { passive: true, signal: lifetime.signal });
  row.addEventListener('scrollend', () => targets.delete(row), { signal: lifetime.signal });
  // The observer also reports the first size, after the layout.
  const sizes = new ResizeObserver(mark);
  sizes.observe(row);
  const items = new MutationObserver(mark);
  items.observe(row, { childList: true });
  return () => {
    lifetime.abort();
    sizes.disconnect();
    items.disconnect();
  };
}

/** Arrow keys move the focus between cards. The row is a single Tab stop: the card that last had the focus. */
export function attachRovingFocus(row: HTMLElement, onReach: (index: number) => void): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const indexOf = (target: EventTarget | null) =>
    [...row.children].findIndex((item) => target instanceof Node && item.contains(target));
  const onKey = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const next = nextCard(key, indexOf(target), row.children.length, isRightToLeft(row));
    const link = row.children.item(next)?.querySelector('a');
    if (!link) return;
    event.preventDefault();
    link.focus();
  };
  row.addEventListener('keydown', onKey, { signal });
  row.addEventListener('focusin', ({ target }) => onReach(indexOf(target)), { signal });
  return () => lifetime.abort();
}

/** The index to focus; -1 for other keys and beyond the ends. */
export function nextCard(key: string, index: number, count: number, isMirrored: boolean): number {
  const ahead = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const back = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  if (key === ahead) return index + 1 < count ? index + 1 : -1;
  if (key === back) return index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}

function scrollOf(row: HTMLElement) {
  const { clientWidth: width, scrollWidth, scrollLeft } = row;
  return { position: Math.abs(scrollLeft), end: scrollWidth - width, width };
}

function cardWidth(row: HTMLElement): number {
  const [first, second] = [...row.children].map((item) => item.getBoundingClientRect());
  if (!first) return 1;
  return second ? Math.abs(second.left - first.left) : first.width;
}

const isRightToLeft = (row: HTMLElement): boolean => getComputedStyle(row).direction === 'rtl';
