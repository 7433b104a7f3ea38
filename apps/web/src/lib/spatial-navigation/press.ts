// Synthetic key presses for devices without a keyboard.
import { isTelevision } from '../television.ts';

const pressed = new WeakSet<Event>();

export const isFromPad = (event: Event): boolean => pressed.has(event);

/** True for devices without a Tab key. Their arrows move the focus. */
export function isFromRemote(event: Event, userAgent: string = navigator.userAgent): boolean {
  return isFromPad(event) || isTelevision(userAgent);
}

/** Presses a key on the focused element; true when a listener or default action handled it. */
export function pressKey(page: Document, key: string): boolean {
  const target = page.activeElement ?? page.body;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  pressed.add(event);
  const isLeft = target.dispatchEvent(event);
  if (!isLeft) return true;
  if (key === 'Enter') return press(target);
  return key.startsWith('Arrow') && stepSelect(target, key);
}

/** Handles Enter of a remote control, which also does what Space does on a keyboard. */
export function press(target: Element): boolean {
  if (target instanceof HTMLSelectElement) {
    // showPicker() needs user activation, which gamepads do not give; arrows change the value anyway.
    if (navigator.userActivation?.isActive) target.showPicker();
    return true;
  }
  if (!(target instanceof HTMLElement)) return false;
  target.click();
  return true;
}

/** Synthetic keys have no default action on a select. */
function stepSelect(target: Element, key: string): boolean {
  if (!(target instanceof HTMLSelectElement)) return false;
  const next = target.selectedIndex + (key === 'ArrowRight' ? 1 : -1);
  if (next < 0 || next >= target.options.length) return false;
  target.selectedIndex = next;
  target.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Opens the context menu of an element, if it has one, without a right click or a long press. */
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
