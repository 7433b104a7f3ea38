// Elements that handle arrow keys: texts, lists, sliders.
import type { Direction } from './nearest.ts';

const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'color'];
const LISTS = '[role="menu"], [role="listbox"], [role="tablist"], [role="tree"], [role="grid"]';
export const SLIDER = 'input[type="range"], [role="slider"]';

/** Sliders and selects change with arrows along them: a remote leaves them by the others. */
export const isAcross = (element: Element, direction: Direction): boolean => {
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
