// A finger that rests on something asks for its menu. Some browsers say so themselves, with `contextmenu`; those of iPhones do not.

const LONG_PRESS_MS = 500;
const SLIPPED_PX = 10;

export type OnLongPress = (place: { readonly x: number; readonly y: number }) => void;

export function attachLongPress(element: HTMLElement, onLongPress: OnLongPress): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };

  const stop = () => clearTimeout(timer);

  element.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y, isPrimary, pointerType }) => {
      stop();
      if (pointerType !== 'touch' || !isPrimary) return;
      from = { x, y };
      timer = setTimeout(() => {
        ignoreClick(element.ownerDocument, signal);
        onLongPress({ x, y });
      }, LONG_PRESS_MS);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > SLIPPED_PX) stop();
    },
    { signal, passive: true },
  );
  for (const type of ['pointerup', 'pointercancel', 'contextmenu'] as const)
    element.addEventListener(type, stop, { signal });
  return () => {
    stop();
    lifetime.abort();
  };
}

/** The finger's release is no press of what now lies under it. */
function ignoreClick(document: Document, signal: AbortSignal): void {
  const once = new AbortController();
  const options = { capture: true, signal: AbortSignal.any([signal, once.signal]) };
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
