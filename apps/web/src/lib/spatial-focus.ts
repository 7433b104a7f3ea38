// Focus that goes where an arrow points: for a remote control or a game controller, which have no Tab.

export type Direction = 'up' | 'down' | 'left' | 'right';

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
]);

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How much worse it is to lie aside than to lie further ahead. */
const ASIDE = 3;
const SLACK_PX = 2;

/** Which of the boxes lies next in that direction; undefined when none does. */
export function nearest(
  from: Box,
  boxes: readonly Box[],
  direction: Direction,
): number | undefined {
  const scored = boxes
    .map((box, index) => ({ index, cost: cost(turned(from, direction), turned(box, direction)) }))
    .filter(({ cost: one }) => Number.isFinite(one));
  return scored.toSorted((one, other) => one.cost - other.cost)[0]?.index;
}

/** The same scene, turned until the direction points to the right. */
function turned({ left, top, right, bottom }: Box, direction: Direction): Box {
  switch (direction) {
    case 'right':
      return { left, top, right, bottom };
    case 'left':
      return { left: -right, top, right: -left, bottom };
    case 'down':
      return { left: top, top: left, right: bottom, bottom: right };
    case 'up':
      return { left: -bottom, top: left, right: -top, bottom: right };
  }
}

function cost(from: Box, box: Box): number {
  const ahead = box.left - from.right;
  if (ahead < -SLACK_PX) return Infinity;
  const aside = Math.max(0, box.top - from.bottom, from.top - box.bottom);
  const offset = Math.abs(box.top + box.bottom - from.top - from.bottom) / 2;
  return Math.max(0, ahead) + aside * ASIDE + offset / 4;
}

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]';

/** Moves the focus, within the dialog that lies on top if there is one; false when nothing lies there. */
export function moveFocus(page: Document, direction: Direction): boolean {
  const scope = [...page.querySelectorAll('dialog[open]')].at(-1) ?? page.body;
  const { activeElement } = page;
  const candidates = [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canBeReached);
  const others = candidates.filter((one) => one !== activeElement);
  const isAmong = activeElement !== null && others.length < candidates.length;
  const next = isAmong
    ? others[nearest(boxOf(activeElement), others.map(boxOf), direction) ?? -1]
    : (candidates.find((one) => one.closest('[data-focus-start]')) ?? candidates[0]);
  next?.focus();
  return next !== undefined;
}

const boxOf = (element: Element): Box => element.getBoundingClientRect();

function canBeReached(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.closest('[inert]')) return false;
  const { left, right, top, bottom } = boxOf(element);
  return right > left && bottom > top && getComputedStyle(element).visibility !== 'hidden';
}

const SLIDER = 'input[type="range"], [role="slider"]';
const TELEVISIONS =
  /\b(?:Tizen|Web0S|webOS\.TV|SMART-TV|SmartTV|HbbTV|NetCast|BRAVIA|AFT\w+|GoogleTV|VIDAA)\b/;
const pressed = new WeakSet<Event>();

/** Whether an arrow of it is to move the focus, as nobody there has another key for that. */
export function isFromRemote(event: Event, userAgent: string = navigator.userAgent): boolean {
  return pressed.has(event) || TELEVISIONS.test(userAgent);
}

/** Presses a key in the name of a device that has no keyboard: whatever has the focus hears of it. */
export function pressKey(page: Document, key: string): void {
  const target = page.activeElement ?? page.body;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  pressed.add(event);
  const isLeft = target.dispatchEvent(event);
  if (isLeft && key === 'Enter' && target instanceof HTMLElement) target.click();
}

/** Arrows of a remote that nothing else has answered, on the page or at its root, move the focus. */
export function watchSpatialKeys(page: Document): () => void {
  const onKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS.get(event.key);
    if (!direction || event.defaultPrevented || !isFromRemote(event)) return;
    if (moveFocus(page, direction)) event.preventDefault();
  };
  // A slider answers all four arrows: up and down are taken from it, or nobody would ever leave it.
  const onEarlyKey = (event: KeyboardEvent) => {
    const isAcross = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const isSlider = event.target instanceof Element && event.target.matches(SLIDER);
    if (isAcross && isSlider) onKey(event);
    if (event.defaultPrevented) event.stopPropagation();
  };
  page.addEventListener('keydown', onEarlyKey, { capture: true });
  // The last to hear of a key, whoever began to listen first.
  const last = page.defaultView;
  last?.addEventListener('keydown', onKey);
  return () => {
    page.removeEventListener('keydown', onEarlyKey, { capture: true });
    last?.removeEventListener('keydown', onKey);
  };
}
