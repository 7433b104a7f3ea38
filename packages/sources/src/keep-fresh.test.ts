import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepFresh, untilAborted } from './keep-fresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function kept(isGood: () => boolean) {
  const life = new AbortController();
  const refresh = vi.fn<() => Promise<void>>(async () => {
    if (!isGood()) throw new Error('away');
  });
  const onFailure = vi.fn<(error: unknown) => void>();
  keepFresh({ refresh, everyMs: 3_600_000, retryMs: 15_000, onFailure }, life.signal);
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return refresh.mock.calls.length;
  };
  return { life, onFailure, after };
}

describe('what is kept fresh', () => {
  test('is refreshed at once and every hour', async () => {
    const { after } = kept(() => true);
    expect(await after(0)).toBe(1);
    expect(await after(3_599_999)).toBe(1);
    expect(await after(1)).toBe(2);
  });

  test('is tried again soon after a failure, and less and less often', async () => {
    let isGood = false;
    const { after, onFailure } = kept(() => isGood);
    expect(await after(0)).toBe(1);
    expect(await after(15_000)).toBe(2);
    expect(await after(29_999)).toBe(2);
    expect(await after(1)).toBe(3);
    expect(onFailure).toHaveBeenCalledTimes(3);
    isGood = true;
    expect(await after(60_000)).toBe(4);
    expect(await after(3_599_999)).toBe(4);
    isGood = false;
    expect(await after(1)).toBe(5);
    // It was well in between, so the pause begins anew.
    expect(await after(15_000)).toBe(6);
  });

  test('is never left alone for longer than when it is well', async () => {
    const { after } = kept(() => false);
    await after(24 * 3_600_000);
    const before = await after(0);
    expect(await after(3_600_000)).toBe(before + 1);
  });

  test('is not refreshed once it is stopped, and leaves no timer', async () => {
    const { life, after } = kept(() => true);
    await after(0);
    life.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(await after(7_200_000)).toBe(1);
  });

  test('says nothing of a failure that came of being stopped', async () => {
    const { life, after, onFailure } = kept(() => false);
    life.abort();
    await after(3_600_000);
    expect(onFailure).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('who waits', () => {
  test('gets what comes, or the error', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  test('stops waiting on leaving', async () => {
    const never = new Promise<never>(() => undefined);
    const leaver = new AbortController();
    const waiting = untilAborted(never, leaver.signal);
    leaver.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await expect(untilAborted(never, leaver.signal)).rejects.toThrow('left');
  });
});
