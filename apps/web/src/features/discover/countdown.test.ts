import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countDown } from './countdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const said: number[] = [];
  const onEnd = vi.fn<() => void>();
  const stop = countDown({ seconds: 3, onSecond: (left) => said.push(left), onEnd });
  return { said, onEnd, stop };
}

test('every second is told, and the end once', () => {
  const { said, onEnd } = start();
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([2, 1, 0]);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('who cancels hears nothing more', () => {
  const { said, onEnd, stop } = start();
  vi.advanceTimersByTime(1_500);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([2]);
  expect(onEnd).not.toHaveBeenCalled();
});
