/** Moves `id` to `index` and keeps the order of the others. */
export function moveTo(ids: readonly string[], id: string, index: number): readonly string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, id);
}

interface Grid {
  readonly columns: number;
  readonly direction: string;
}

/** Positions that an arrow key moves by; undefined for other keys. */
export function arrowStep(key: string, { columns, direction }: Grid): number | undefined {
  const onwards = direction === 'rtl' ? -1 : 1;
  const steps = new Map([
    ['ArrowRight', onwards],
    ['ArrowLeft', -onwards],
    ['ArrowDown', columns],
    ['ArrowUp', -columns],
  ]);
  return steps.get(key);
}

/** Undefined for the last one. */
export function idAfter(ids: readonly string[], id: string): string | undefined {
  return ids[ids.indexOf(id) + 1];
}

interface Drag {
  readonly id: string;
  /** The order when the drag begins. */
  readonly ids: readonly string[];
  readonly show: (order: readonly string[]) => void;
  /** `order` is undefined when the user cancels. */
  readonly end: (order: readonly string[] | undefined) => void;
}

/** Distance to the window's edge at which the page scrolls. */
const EDGE_PX = 96;
const SCROLL_PX = 14;

/** Moves a card to the position of the card under the pointer until the pointer is released. */
export function startDrag(handle: HTMLElement, pointerId: number, { id, ids, show, end }: Drag) {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let order = ids;
  let [x, y] = [0, 0];
  let hasMoved = false;

  function updateOrder(): void {
    const over = hasMoved ? titleAt(handle.ownerDocument, x, y) : undefined;
    if (over === undefined || over === id || !order.includes(over)) return;
    order = moveTo(order, id, order.indexOf(over));
    show(order);
  }

  function scrollAtEdge(): void {
    if (signal.aborted) return;
    if (hasMoved && y < EDGE_PX) scrollBy(0, -SCROLL_PX);
    if (hasMoved && y > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
    updateOrder();
    requestAnimationFrame(scrollAtEdge);
  }

  function finish(result: readonly string[] | undefined): void {
    lifetime.abort();
    end(result);
  }

  const { ownerDocument } = handle;
  handle.setPointerCapture(pointerId);
  ownerDocument.addEventListener(
    'pointermove',
    (event) => {
      [x, y, hasMoved] = [event.clientX, event.clientY, true];
    },
    { signal },
  );
  ownerDocument.addEventListener('pointerup', () => finish(order), { signal });
  ownerDocument.addEventListener('pointercancel', () => finish(undefined), { signal });
  ownerDocument.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') finish(undefined);
    },
    { signal },
  );
  requestAnimationFrame(scrollAtEdge);
}

function titleAt(document: Document, x: number, y: number): string | undefined {
  const cell = document.elementFromPoint(x, y)?.closest('[data-title-id]');
  return cell instanceof HTMLElement ? cell.dataset.titleId : undefined;
}
