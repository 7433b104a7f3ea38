/** How far a row is scrolled: from 0 at its beginning, in either direction of writing. */
export interface RowScroll {
  readonly at: number;
  readonly end: number;
  /** Of what can be seen, and of one card with its gap. */
  readonly width: number;
  readonly card: number;
}

const SLACK_PX = 5;

/** A windowful of whole cards on; from the end to the beginning, and the other way round. */
export function nextScroll({ at, end, width, card }: RowScroll, step: 1 | -1): number {
  if (step === 1 && at >= end - SLACK_PX) return 0;
  if (step === -1 && at <= SLACK_PX) return end;
  const page = Math.max(1, Math.floor(width / card)) * card;
  return Math.min(end, Math.max(0, at + step * page));
}

/** Where a row that is on its way will come to rest: a second press goes on from there. */
const goals = new WeakMap<HTMLElement, number>();

export function scrollRow(row: HTMLElement, step: 1 | -1): void {
  const { at, ...rest } = scrollOf(row);
  const next = nextScroll({ at: goals.get(row) ?? at, ...rest, card: cardWidth(row) }, step);
  // Where nobody says when it rests, only where it is now can be believed.
  if ('onscrollend' in row) goals.set(row, next);
  row.scrollTo({ left: isRightToLeft(row) ? -next : next });
}

/** `data-at` tells the style sheet which edge hides something. */
export function markEdges(row: HTMLElement): () => void {
  const lifetime = new AbortController();
  const mark = () => {
    const { at, end } = scrollOf(row);
    const edges = [at <= SLACK_PX ? 'start' : '', at >= end - SLACK_PX ? 'end' : ''];
    row.dataset.at = edges.filter(Boolean).join(' ');
  };
  row.addEventListener('scroll', mark, { passive: true, signal: lifetime.signal });
  row.addEventListener('scrollend', () => goals.delete(row), { signal: lifetime.signal });
  // At first, too, once the page has been laid out anyway.
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

/**
 * Arrows go from card to card, in the direction that they point to; so the row is one stop for Tab, at the card that was
 * reached last.
 */
export function walkRow(row: HTMLElement, onReach: (index: number) => void): () => void {
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

/** -1 for keys that do not walk, and where the row ends. */
export function nextCard(key: string, at: number, count: number, isMirrored: boolean): number {
  const ahead = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const back = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  if (key === ahead) return at + 1 < count ? at + 1 : -1;
  if (key === back) return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}

function scrollOf(row: HTMLElement) {
  const { clientWidth: width, scrollWidth, scrollLeft } = row;
  return { at: Math.abs(scrollLeft), end: scrollWidth - width, width };
}

function cardWidth(row: HTMLElement): number {
  const [one, other] = [...row.children].map((item) => item.getBoundingClientRect());
  if (!one) return 1;
  return other ? Math.abs(other.left - one.left) : one.width;
}

const isRightToLeft = (row: HTMLElement): boolean => getComputedStyle(row).direction === 'rtl';
