// A finger that rests on something asks for its menu. Some browsers say so themselves, with `contextmenu`; those of iPhones do not.

const LONG_PRESS_MS = 500;
const SLIPPED_PX = 10;

export type OnLongPress = (place: { readonly x: number; readonly y: number }) => void;

type Down = Pick<PointerEvent, 'clientX' | 'clientY' | 'isPrimary' | 'pointerType'>;

/** Begins when the pointer goes down: nothing is attached to what nobody presses. */
export function followPress(element: HTMLElement, down: Down, onLongPress: OnLongPress): void {
  if (down.pointerType !== 'touch' || !down.isPrimary) return;
  const { clientX: x, clientY: y } = down;
  const press = new AbortController();
  const { signal } = press;
  const stop = () => press.abort();

  const timer = setTimeout(() => {
    stop();
    // What has gone meanwhile has no menu.
    if (!element.isConnected) return;
    ignoreClick(element.ownerDocument);
    onLongPress({ x, y });
  }, LONG_PRESS_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));

  element.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - x, clientY - y) > SLIPPED_PX) stop();
    },
    { signal, passive: true },
  );
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu'] as const)
    element.addEventListener(type, stop, { signal });
}

/** The finger's release is no press of what now lies under it. */
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
  // The click, where there is one, comes in the same turn as the release.
  for (const type of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(type, () => setTimeout(() => once.abort()), options);
}
