// A card follows the finger or the mouse through its grid: it takes the place of whichever card it is held over.
import { placed } from './order.ts';

export interface Drag {
  readonly id: string;
  /** As they are shown when it begins. */
  readonly ids: readonly string[];
  readonly show: (order: readonly string[]) => void;
  /** `order` is undefined when it was given up. */
  readonly end: (order: readonly string[] | undefined) => void;
}

/** So near to the window's edge the page moves along. */
const EDGE_PX = 96;
const SCROLL_PX = 14;

export function startDrag(handle: HTMLElement, pointerId: number, { id, ids, show, end }: Drag) {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let order = ids;
  let [x, y] = [0, 0];
  let hasMoved = false;

  function settle(): void {
    const over = hasMoved ? titleAt(handle.ownerDocument, x, y) : undefined;
    if (over === undefined || over === id || !order.includes(over)) return;
    order = placed(order, id, order.indexOf(over));
    show(order);
  }

  function followEdge(): void {
    if (signal.aborted) return;
    if (hasMoved && y < EDGE_PX) scrollBy(0, -SCROLL_PX);
    if (hasMoved && y > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
    settle();
    requestAnimationFrame(followEdge);
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
  requestAnimationFrame(followEdge);
}

function titleAt(document: Document, x: number, y: number): string | undefined {
  const cell = document.elementFromPoint(x, y)?.closest('[data-title-id]');
  return cell instanceof HTMLElement ? cell.dataset.titleId : undefined;
}
