// Moves the focus by arrow keys, for remote controls and game controllers, which have no Tab.
import { nearest, type Box, type Direction } from './nearest.ts';

/** A fraction of the window's height. The page scrolls towards elements that are further outside. */
const REACH = 0.4;
const SCROLL = 0.5;

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]';
/** Roving tabindex: Tab stops at only one card of a row. */
const ROVING = '[data-roving] a[href], [role^="menuitem"]';
/** Controls only for pointers and Tab: a card's menu offers the same. */
const PASSED_BY = '[data-passed-by], [data-passed-by] *';

/** Stays within the topmost layer. Returns false when nothing is in reach. */
export function moveFocus(page: Document, direction: Direction): boolean {
  const scope = topmost(page);
  const { activeElement } = page;
  const candidates = [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canBeReached);
  const others = candidates.filter((one) => one !== activeElement);
  const next =
    isReached(activeElement) && scope.contains(activeElement)
      ? nextOf(activeElement, others, direction)
      : firstOf(page, candidates);
  next?.focus();
  return next !== undefined;
}

/** Scrolls towards elements out of reach. Returns false at the end of the page. */
export function scrollOn(page: Document, direction: Direction): boolean {
  if (direction !== 'up' && direction !== 'down') return false;
  const heightPx = page.documentElement.clientHeight * SCROLL * (direction === 'up' ? -1 : 1);
  const scroller = scrollers(page).find((one) => canScroll(one, heightPx));
  scroller?.scrollBy({ top: heightPx });
  return scroller !== undefined;
}

/** Whether nothing scrolls in that direction. */
export function isAtEnd(page: Document, direction: Direction): boolean {
  if (direction === 'left' || direction === 'right') return true;
  return !scrollers(page).some((one) => canScroll(one, direction === 'up' ? -1 : 1));
}

/** The open popover or dialog on top, else the page. */
export function topmost(page: Document): Element {
  const popovers = [...page.querySelectorAll('[popover]')].filter((one) => hasBox(boxOf(one)));
  return popovers.at(-1) ?? [...page.querySelectorAll('dialog[open]')].at(-1) ?? page.body;
}

/** False for elements that only take the focus after a navigation, such as the content of a page. */
export const isReached = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && (element.tabIndex >= 0 || element.matches(ROVING));

function nextOf(
  from: Element,
  others: readonly HTMLElement[],
  direction: Direction,
): HTMLElement | undefined {
  if (direction === 'down' || isPinned(from)) return pick(from, others, direction);
  // A fixed or sticky element overlaps what scrolls beneath it and would always be the nearest.
  const passing = others.filter((one) => !isPinned(one));
  const next = pick(from, passing, direction);
  if (next || (direction === 'up' && !isAtEnd(from.ownerDocument, direction))) return next;
  return pick(from, others, direction);
}

function pick(
  from: Element,
  among: readonly HTMLElement[],
  direction: Direction,
): HTMLElement | undefined {
  const near = among.filter((one) => isInReach(one, direction));
  return near[nearest(boxOf(from), near.map(boxOf), direction) ?? -1];
}

function firstOf(page: Document, candidates: readonly HTMLElement[]): HTMLElement | undefined {
  const heightPx = heightOf(page);
  const seen = candidates.filter((one) => {
    const { top, bottom } = boxOf(one);
    return bottom > 0 && top < heightPx;
  });
  return (
    seen.find((one) => one.closest('[data-focus-start]')) ??
    seen.find((one) => one.closest('main') && !one.matches('input, textarea')) ??
    seen[0] ??
    candidates[0]
  );
}

const boxOf = (element: Element): Box => element.getBoundingClientRect();
const hasBox = ({ left, right, top, bottom }: Box): boolean => right > left && bottom > top;
const heightOf = (page: Document): number => page.defaultView?.innerHeight ?? Infinity;

function isInReach(element: HTMLElement, direction: Direction): boolean {
  const heightPx = heightOf(element.ownerDocument);
  const { top, bottom } = boxOf(element);
  if (direction === 'down') return top < heightPx * (1 + REACH);
  return direction !== 'up' || bottom > -heightPx * REACH;
}

function canBeReached(element: HTMLElement): boolean {
  if (!isReached(element)) return false;
  if (element.closest('[inert]') || element.matches(PASSED_BY)) return false;
  return hasBox(boxOf(element)) && getComputedStyle(element).visibility !== 'hidden';
}

function isPinned(element: Element): boolean {
  const { position } = getComputedStyle(element);
  if (position === 'fixed' || position === 'sticky') return true;
  return element.parentElement !== null && isPinned(element.parentElement);
}

/** Scroll containers from the focused element outwards. */
function scrollers(page: Document): readonly Element[] {
  const around: Element[] = [];
  const scope = topmost(page);
  const start = scope.contains(page.activeElement) ? page.activeElement : scope;
  for (let one = start; one && one !== page.body; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) around.push(one);
  return scope === page.body ? [...around, page.documentElement] : around;
}

function canScroll({ scrollTop, scrollHeight, clientHeight }: Element, byPx: number): boolean {
  return byPx < 0 ? scrollTop > 1 : scrollTop + clientHeight < scrollHeight - 1;
}
