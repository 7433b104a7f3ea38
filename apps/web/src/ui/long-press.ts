// A long press opens the context menu. Safari on iOS fires no `contextmenu` event for it.

const LONG_PRESS_MS = 500;
const MAX_MOVE_PX = 10;

export type OnLongPress = (position: { readonly x: number; readonly y: number }) => void;

type Down = Pick<PointerEvent, 'clientX' | 'clientY' | 'isPrimary' | 'pointerType'>;

/** Call on `pointerdown`: listeners exist only while the pointer is down. */
export function watchLongPress(element: HTMLElement, down: Down, onLongPress: OnLongPress): void {
  if (down.pointerType !== 'touch' || !down.isPrimary) return;
  const { clientX: x, clientY: y } = down;
  const press = new AbortController();
  const { signal } = press;
  const stop = () => press.abort();

  const timer = setTimeout(() => {
    stop();
    if (!element.isConnected) return;
    ignoreClick(element.ownerDocument);
    onLongPress({ x, y });
  }, LONG_PRESS_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));

  element.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) stop();
    },
    { signal, passive: true },
  );
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu'] as const)
    element.addEventListener(type, stop, { signal });
}

/** Releasing the finger must not click the menu that is now under it. */
function ignoreClick(document: Document): void {
  const once = new AbortController();
  const options = { capture: true, signal: once.signal };
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  // Browsers dispatch the click in the same task as the release.
  for (const type of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(type, () => setTimeout(() => once.abort()), options);
}
