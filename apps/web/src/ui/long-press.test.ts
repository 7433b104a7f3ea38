// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLongPress } from './long-press.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function touch(type: string, x = 10, y = 10): PointerEvent {
  const init = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  return new PointerEvent(type, { ...init, pointerType: 'touch', isPrimary: true });
}

function pressable() {
  const element = document.createElement('a');
  document.body.append(element);
  const pressed = vi.fn<() => void>();
  const clicked = vi.fn<() => void>();
  element.addEventListener('click', clicked);
  // React listens at the root: after the listeners of the element itself.
  document.body.addEventListener('pointerdown', (down) => watchLongPress(element, down, pressed), {
    once: true,
  });
  return { element, pressed, clicked };
}

test('a resting finger is a long press, and its release is not a click', () => {
  const { element, pressed, clicked } = pressable();
  element.dispatchEvent(touch('pointerdown', 20, 30));
  vi.advanceTimersByTime(500);
  expect(pressed).toHaveBeenCalledExactlyOnceWith({ x: 20, y: 30 });
  element.dispatchEvent(touch('pointerup'));
  element.click();
  expect(clicked).not.toHaveBeenCalled();
  vi.runAllTimers();
  element.click();
  expect(clicked).toHaveBeenCalledOnce();
});

test.each([
  ['is lifted early', touch('pointerup')],
  ['scrolls', touch('pointermove', 10, 40)],
  ['is cancelled by the browser', touch('pointercancel')],
  ['gets its menu from the browser', touch('contextmenu')],
])('a finger that %s is not a long press', (_, event) => {
  const { element, pressed } = pressable();
  element.dispatchEvent(touch('pointerdown'));
  element.dispatchEvent(event);
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});

test('a resting mouse is not a long press', () => {
  const { element, pressed } = pressable();
  const mouse = { bubbles: true, pointerType: 'mouse', isPrimary: true };
  element.dispatchEvent(new PointerEvent('pointerdown', mouse));
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});

test('an element removed meanwhile opens no menu', () => {
  const { element, pressed } = pressable();
  element.dispatchEvent(touch('pointerdown'));
  element.remove();
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});
