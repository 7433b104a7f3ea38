// Keys in the name of a device that has no keyboard.
import { isTelevision } from '../television.ts';

const pressed = new WeakSet<Event>();

export const isFromPad = (event: Event): boolean => pressed.has(event);

/** Whether an arrow of it is to move the focus, as nobody there has another key for that. */
export function isFromRemote(event: Event, userAgent: string = navigator.userAgent): boolean {
  return isFromPad(event) || isTelevision(userAgent);
}

/** Whatever has the focus hears of it; true when somebody has answered. */
export function pressKey(page: Document, key: string): boolean {
  const target = page.activeElement ?? page.body;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  pressed.add(event);
  const isLeft = target.dispatchEvent(event);
  if (!isLeft) return true;
  if (key === 'Enter') return press(target);
  return key.startsWith('Arrow') && stepSelect(target, key);
}

/** What Enter does on a remote: also where a keyboard would take the space bar. */
export function press(target: Element): boolean {
  if (target instanceof HTMLSelectElement) {
    // Only a browser that has seen a hand on this page opens the list; the arrows change it all the same.
    if (navigator.userActivation?.isActive) target.showPicker();
    return true;
  }
  if (!(target instanceof HTMLElement)) return false;
  target.click();
  return true;
}

/** A key that a browser has not seen does nothing by itself to a list. */
function stepSelect(target: Element, key: string): boolean {
  if (!(target instanceof HTMLSelectElement)) return false;
  const next = target.selectedIndex + (key === 'ArrowRight' ? 1 : -1);
  if (next < 0 || next >= target.options.length) return false;
  target.selectedIndex = next;
  target.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** The menu of what has the focus, where it has one: for those who cannot press the right button, nor hold a finger on it. */
export function openMenuOf(target: Element): boolean {
  const { left, top, width, height } = target.getBoundingClientRect();
  const event = new MouseEvent('contextmenu', {
    bubbles: true,
    cancelable: true,
    clientX: left + width / 2,
    clientY: top + height / 2,
  });
  return !target.dispatchEvent(event);
}
