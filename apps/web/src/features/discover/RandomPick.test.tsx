import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countDown } from './RandomPick.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const seconds: number[] = [];
  const onEnd = vi.fn<() => void>();
  const stop = countDown({ seconds: 3, onSecond: (left) => seconds.push(left), onEnd });
  return { seconds, onEnd, stop };
}

test('the countdown reports every second, and its end once', () => {
  const { seconds, onEnd } = start();
  vi.advanceTimersByTime(10_000);
  expect(seconds).toEqual([2, 1, 0]);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('a cancelled countdown reports nothing more', () => {
  const { seconds, onEnd, stop } = start();
  vi.advanceTimersByTime(1_500);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(seconds).toEqual([2]);
  expect(onEnd).not.toHaveBeenCalled();
});
