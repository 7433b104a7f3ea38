import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPolledValue, poll, untilAborted } from './poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a polled task', () => {
  test('runs after each delay, never twice at once', async () => {
    const stopping = new AbortController();
    let running = 0;
    let most = 0;
    const task = vi.fn(async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      running -= 1;
    });
    const onFailure = vi.fn();
    void poll({ task, delayMs: () => 1_000, firstDelayMs: 1_000, onFailure }, stopping.signal);
    await vi.advanceTimersByTimeAsync(999);
    expect(task).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(18_001);
    expect([task.mock.calls.length, most]).toEqual([4, 1]);
    stopping.abort();
  });

  test('gets an abort signal, and stop waits for it', async () => {
    const stopping = new AbortController();
    const rest = Promise.withResolvers<void>();
    const task = vi.fn((_signal: AbortSignal) => rest.promise);
    let hasEnded = false;
    const ended = poll({ task, delayMs: () => 0, onFailure: vi.fn() }, stopping.signal).then(
      () => (hasEnded = true),
    );
    stopping.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(task.mock.calls[0]?.[0].aborted).toBe(true);
    expect(hasEnded).toBe(false);
    rest.resolve();
    await ended;
    expect(task).toHaveBeenCalledTimes(1);
  });

  test('reports each attempt after a failed one', async () => {
    const stopping = new AbortController();
    const outcomes = [false, false, true, true];
    const task = vi.fn(async () => {
      if (outcomes.shift() === false) throw new Error('away');
    });
    const onRetry = vi.fn();
    void poll({ task, delayMs: () => 1_000, onFailure: vi.fn(), onRetry }, stopping.signal);
    await vi.advanceTimersByTimeAsync(3_500);
    expect([task.mock.calls.length, onRetry.mock.calls.length]).toEqual([4, 2]);
    stopping.abort();
  });

  test('does not delay the stop if it would run in an hour', async () => {
    const stopping = new AbortController();
    const task = vi.fn(async () => undefined);
    const ended = poll(
      { task, delayMs: () => 0, firstDelayMs: 3_600_000, onFailure: vi.fn() },
      stopping.signal,
    );
    stopping.abort();
    await ended;
    expect(task).not.toHaveBeenCalled();
  });
});

function polled(isGood: () => boolean) {
  const load = vi.fn(async () => {
    if (!isGood()) throw new Error('away');
    return load.mock.calls.length;
  });
  const onFailure = vi.fn<(error: unknown) => void>();
  const onRecovery = vi.fn<() => void>();
  const value = createPolledValue({
    load,
    everyMs: 3_600_000,
    retryMs: 15_000,
    onFailure,
    onRecovery,
  });
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return load.mock.calls.length;
  };
  return { ...value, onFailure, onRecovery, after };
}

describe('a polled value', () => {
  test('is loaded at once and every hour', async () => {
    const { after, current, start } = polled(() => true);
    expect(current()).toBeUndefined();
    void start();
    expect(await after(0)).toBe(1);
    expect(current()).toBe(1);
    expect(await after(3_599_999)).toBe(1);
    expect(await after(1)).toBe(2);
    expect(current()).toBe(2);
  });

  test('is loaded again soon after a failure, and less and less often', async () => {
    let isGood = false;
    const { after, onFailure, onRecovery, start } = polled(() => isGood);
    void start();
    expect(await after(0)).toBe(1);
    expect(await after(15_000)).toBe(2);
    expect(await after(29_999)).toBe(2);
    expect(await after(1)).toBe(3);
    expect(onFailure).toHaveBeenCalledTimes(3);
    isGood = true;
    expect(await after(60_000)).toBe(4);
    expect(onRecovery).toHaveBeenCalledTimes(1);
    expect(await after(3_599_999)).toBe(4);
    isGood = false;
    expect(await after(1)).toBe(5);
    // A success in between resets the delay.
    expect(await after(15_000)).toBe(6);
  });

  test('survives failures', async () => {
    let isGood = true;
    const { after, current, start } = polled(() => isGood);
    void start();
    await after(0);
    isGood = false;
    await after(3_600_000);
    expect(current()).toBe(1);
  });

  test('never waits longer after a failure than after a success', async () => {
    const { after, start } = polled(() => false);
    void start();
    await after(24 * 3_600_000);
    const before = await after(0);
    expect(await after(3_600_000)).toBe(before + 1);
  });

  test('is not loaded after stop, and leaves no timer', async () => {
    const { after, start } = polled(() => true);
    const stop = start();
    await after(0);
    await stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(await after(7_200_000)).toBe(1);
  });

  test('reports no failure caused by stop', async () => {
    const { after, onFailure, start } = polled(() => false);
    await start()();
    await after(3_600_000);
    expect(onFailure).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is loaded once for all waiting callers', async () => {
    const { after, ready, refresh } = polled(() => true);
    const { signal } = new AbortController();
    expect(await Promise.all([ready(signal), ready(signal), refresh()])).toEqual([1, 1, 1]);
    expect(await ready(signal)).toBe(1);
    expect(await after(0)).toBe(1);
  });
});

describe('a waiting caller', () => {
  test('gets the value, or the error', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  test('stops waiting on abort', async () => {
    const never = new Promise<never>(() => undefined);
    const leaver = new AbortController();
    const waiting = untilAborted(never, leaver.signal);
    leaver.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await expect(untilAborted(never, leaver.signal)).rejects.toThrow('left');
  });
});
