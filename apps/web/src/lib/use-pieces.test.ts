// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePieces } from './use-pieces.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** And what follows it. */
const frame = () =>
  act(async () => {
    vi.advanceTimersToNextFrame();
    await vi.advanceTimersByTimeAsync(1);
  });

test('a page begins with its first piece and has one more after each frame', async () => {
  const { result } = renderHook(() => usePieces(3, false));
  expect(result.current).toBe(1);
  await frame();
  expect(result.current).toBe(2);
  await frame();
  expect(result.current).toBe(3);
  await frame();
  expect(result.current).toBe(3);
});

test('a page that somebody comes back to is there at once', () => {
  expect(renderHook(() => usePieces(3, true)).result.current).toBe(3);
});

test('a page that is left draws no more of itself', async () => {
  const { unmount } = renderHook(() => usePieces(3, false));
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
