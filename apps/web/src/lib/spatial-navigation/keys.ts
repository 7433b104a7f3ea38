// Arrows, OK and Back of remote controls.
import type { Direction } from './nearest.ts';
import { isFromPad, isFromRemote, openMenuOf, press, pressKey } from './press.ts';
import { isAtEnd, isReached, moveFocus, scrollOn, topmost } from './move-focus.ts';

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
]);
/** Names of Back on televisions; webOS and Tizen send only key codes. */
const BACK_KEYS = ['GoBack', 'XF86Back'];
const BACK_CODES = [461, 10_009];

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/** Arrows that nothing else handled move the focus. */
export function watchSpatialKeys(page: Document): () => void {
  const onKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS.get(event.key);
    if (!direction || event.defaultPrevented || event.isComposing || hasModifier(event)) return;
    const isRemote = isFromRemote(event);
    const target = event.target instanceof Element ? event.target : page.body;
    if (!isRemote && !movesFocus(page, direction)) return;
    if (keepsArrow(target, direction, isRemote)) return;
    if (moveFocus(page, direction) || (isRemote && scrollOn(page, direction)))
      event.preventDefault();
  };
  // Sliders handle all four arrows. Up and down must move the focus, or a remote control could not leave a slider.
  const onEarlyKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS.get(event.key);
    if (!direction || !isFromRemote(event) || !(event.target instanceof Element)) return;
    if (isAcross(event.target, direction)) onKey(event);
    if (event.defaultPrevented) event.stopPropagation();
  };
  page.addEventListener('keydown', onEarlyKey, { capture: true });
  // Listens on the window, after all listeners of the page.
  const last = page.defaultView;
  last?.addEventListener('keydown', onKey);
  return () => {
    page.removeEventListener('keydown', onEarlyKey, { capture: true });
    last?.removeEventListener('keydown', onKey);
  };
}

/** On a keyboard, arrows scroll. They move the focus once Tab has reached an element, or if nothing scrolls. */
function movesFocus(page: Document, direction: Direction): boolean {
  const { activeElement } = page;
  return isReached(activeElement)
    ? activeElement.matches(':focus-visible')
    : isAtEnd(page, direction);
}

/** OK also does what Space does on a keyboard. Held on a card, it opens the card's menu. */
export function watchEnter(page: Document): () => void {
  const life = new AbortController();
  let held: Element | undefined;
  const onDown = (event: KeyboardEvent) => {
    const { target } = event;
    const isOk = event.key === 'Enter' && isFromRemote(event) && !isFromPad(event);
    if (!isOk || event.defaultPrevented || !(target instanceof Element)) return;
    if (target.matches('input[type="checkbox"], input[type="radio"], select')) press(target);
    else if (!target.matches('[data-tools] a[href]')) return;
    else if (!event.repeat) held = target;
    else if (held && openMenuOf(held)) held = undefined;
    event.preventDefault();
  };
  const onUp = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || !held) return;
    if (held === page.activeElement) press(held);
    held = undefined;
  };
  page.addEventListener('keydown', onDown, { signal: life.signal });
  page.addEventListener('keyup', onUp, { signal: life.signal });
  return () => life.abort();
}

/** Alt+ArrowDown opens the menu of a card, which is a single tab stop. */
export function watchMenuKey(page: Document): () => void {
  const life = new AbortController();
  const onKey = (event: KeyboardEvent) => {
    const { altKey, key, target } = event;
    if (!altKey || key !== 'ArrowDown' || !(target instanceof Element)) return;
    if (target.matches('[data-tools] a[href]') && openMenuOf(target)) event.preventDefault();
  };
  page.addEventListener('keydown', onKey, { signal: life.signal });
  return () => life.abort();
}

/** Back closes the topmost layer, then leaves the page. On the first page, the television handles it. */
export function watchBack(page: Document, leave: () => boolean): () => void {
  const life = new AbortController();
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isFromRemote(event)) return;
    const isEscape = event.key === 'Escape' && isFreeOf(event.target);
    if (isEscape ? closeTop(page) || leave() : isBack(event) && goBack(page, leave))
      event.preventDefault();
  };
  page.defaultView?.addEventListener('keydown', onKey, { signal: life.signal });
  return () => life.abort();
}

// oxlint-disable-next-line typescript/no-deprecated -- old televisions name their Back key only by `keyCode`.
const isBack = ({ key, keyCode }: KeyboardEvent): boolean =>
  BACK_KEYS.includes(key) || BACK_CODES.includes(keyCode);

/** Escape clears a search field first. */
const isFreeOf = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLInputElement) || target.value === '';

const goBack = (page: Document, leave: () => boolean): boolean =>
  pressBackButton(page) || pressKey(page, 'Escape') || closeTop(page) || leave();

/** Presses the Back button of a menu with several pages. */
function pressBackButton(page: Document): boolean {
  const button = topmost(page).querySelector('[data-back]');
  return button !== null && press(button);
}

/** Closes the top popover or dialog, because the platform closes it only on Escape. */
function closeTop(page: Document): boolean {
  const top = topmost(page);
  if (!(top instanceof HTMLElement) || top === page.body) return false;
  if (top.matches('[popover]')) top.hidePopover();
  else return !top.dispatchEvent(new Event('cancel', { cancelable: true }));
  return true;
}

// Elements that handle arrow keys: texts, lists, sliders.
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'color'];
const LISTS = '[role="menu"], [role="listbox"], [role="tablist"], [role="tree"], [role="grid"]';
const SLIDER = 'input[type="range"], [role="slider"]';

/** Arrows along a slider or select change it. A remote control leaves it with the other arrows. */
const isAcross = (element: Element, direction: Direction): boolean => {
  if (element.matches('input[type="radio"]')) return true;
  const isUpright = direction === 'up' || direction === 'down';
  return isUpright && element.matches(`${SLIDER}, select`);
};

/** Whether the focused element handles the arrow. A remote, which has only arrows, must be able to leave it. */
export function keepsArrow(element: Element, direction: Direction, isRemote: boolean): boolean {
  const isUpright = direction === 'up' || direction === 'down';
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  if (element.matches(`${SLIDER}, select, input[type="radio"]`)) {
    return !isRemote || !isAcross(element, direction);
  }
  if (element instanceof HTMLInputElement && !PRESSED.includes(element.type)) {
    if (isUpright) return element.getAttribute('aria-expanded') === 'true';
    return !isRemote || !isAtEdge(element, direction);
  }
  if (element instanceof HTMLTextAreaElement) return !isRemote || !isAtEdge(element, direction);
  return !isRemote && element.closest(LISTS) !== null;
}

function isAtEdge(field: HTMLInputElement | HTMLTextAreaElement, direction: Direction): boolean {
  const { selectionStart: from, selectionEnd: to, value } = field;
  if (value === '') return true;
  // Number and date inputs have no selectionStart.
  if (from === null || from !== to) return false;
  const isBackwards =
    getComputedStyle(field).direction === 'rtl' ? direction === 'right' : direction === 'left';
  return isBackwards || direction === 'up' ? from === 0 : from === value.length;
}
