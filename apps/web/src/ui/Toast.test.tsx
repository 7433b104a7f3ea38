// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { autoDismiss } from './Toast.tsx';

const SHOWN_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function show() {
  const notice = document.createElement('div');
  const dismiss = vi.fn<() => void>();
  const stop = autoDismiss(notice, dismiss, SHOWN_MS);
  return { notice, dismiss, stop };
}

test('a notice leaves after a while', () => {
  const { dismiss } = show();
  vi.advanceTimersByTime(SHOWN_MS - 1);
  expect(dismiss).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(dismiss).toHaveBeenCalledOnce();
});

test.each([
  ['pointerenter', 'pointerleave'],
  ['focusin', 'focusout'],
])('a notice stays from %s to %s', (over, away) => {
  const { notice, dismiss } = show();
  notice.dispatchEvent(new Event(over));
  vi.advanceTimersByTime(SHOWN_MS * 10);
  expect(dismiss).not.toHaveBeenCalled();
  notice.dispatchEvent(new Event(away));
  vi.advanceTimersByTime(SHOWN_MS);
  expect(dismiss).toHaveBeenCalledOnce();
});

test('a notice that is gone dismisses nothing', () => {
  const { notice, dismiss, stop } = show();
  stop();
  notice.dispatchEvent(new Event('pointerleave'));
  vi.advanceTimersByTime(SHOWN_MS);
  expect(dismiss).not.toHaveBeenCalled();
});
