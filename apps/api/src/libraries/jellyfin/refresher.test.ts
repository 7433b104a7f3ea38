import { describe, expect, test, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

/** Time passes only when somebody lets it. */
function stage(read: (signal: AbortSignal) => Promise<string>) {
  let now = 0;
  const pauses: number[] = [];
  const said: string[] = [];
  let wake: (() => void) | undefined;
  const refresher = createRefresher({
    what: 'The library',
    read,
    now: () => now,
    random: () => 0.5,
    pause: (ms, signal) => {
      pauses.push(ms);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      wake = resolve;
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      return promise;
    },
    log: (message) => said.push(message),
  });
  return {
    refresher,
    pauses,
    said,
    rested: (times: number) => vi.waitFor(() => expect(pauses).toHaveLength(times)),
    next: () => wake?.(),
    pass: (ms: number) => (now += ms),
  };
}

describe('what is kept', () => {
  test('is read at once, and again every twenty minutes', async () => {
    let count = 0;
    const { refresher, pauses, rested, next } = stage(async () => String((count += 1)));
    expect(refresher.current()).toBeUndefined();
    const stop = refresher.start();
    await rested(1);
    expect(refresher.current()).toBe('1');
    next();
    await rested(2);
    expect(refresher.current()).toBe('2');
    expect(pauses).toEqual([20 * 60_000, 20 * 60_000]);
    await stop();
  });

  test('outlives failures, which are tried again at growing intervals and said once', async () => {
    let isUp = true;
    const { refresher, pauses, said, rested, next } = stage(async () => {
      if (!isUp) throw new Error('down');
      return 'kept';
    });
    const stop = refresher.start();
    await rested(1);
    isUp = false;
    for (const times of [2, 3, 4]) {
      next();
      await rested(times);
    }
    expect(refresher.current()).toBe('kept');
    expect(pauses.slice(1)).toEqual([5_000, 10_000, 20_000]);
    expect(said).toEqual(['The library cannot be read, and will be tried again: down']);
    isUp = true;
    next();
    await rested(5);
    expect(said.at(-1)).toBe('The library can be read again.');
    expect(pauses.at(-1)).toBe(20 * 60_000);
    await stop();
  });

  test('is read soon when it missed something, but once for many, and not right after the last', async () => {
    let count = 0;
    const { refresher, rested, pass } = stage(async () => String((count += 1)));
    const stop = refresher.start();
    await rested(1);
    refresher.hurry();
    pass(59_999);
    refresher.hurry();
    expect(count).toBe(1);
    pass(1);
    for (let times = 0; times < 50; times += 1) refresher.hurry();
    await rested(2);
    expect(count).toBe(2);
    await stop();
  });

  test('is not asked for any more once it is stopped, also in the middle', async () => {
    const { refresher, pauses, said } = stage(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('left')), { once: true });
        }),
    );
    await refresher.start()();
    expect([pauses, said]).toEqual([[], []]);
  });
});
