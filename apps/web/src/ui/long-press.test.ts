// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachLongPress } from './long-press.ts';

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
  const stop = attachLongPress(element, pressed);
  return { element, pressed, clicked, stop };
}

test('a finger that rests is a long press, and its release is no click', () => {
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
  ['is lifted soon', touch('pointerup')],
  ['scrolls', touch('pointermove', 10, 40)],
  ['is taken over by the browser', touch('pointercancel')],
])('a finger that %s is none', (_, event) => {
  const { element, pressed } = pressable();
  element.dispatchEvent(touch('pointerdown'));
  element.dispatchEvent(event);
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});

test('a mouse that rests is none, and nothing is heard after the end', () => {
  const { element, pressed, stop } = pressable();
  element.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'mouse', isPrimary: true }));
  element.dispatchEvent(touch('pointerdown'));
  stop();
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});
