import { expect, test } from 'vitest';
import { runPeriodically } from './run-periodically.ts';

test('turns follow each other, never two at once', async () => {
  let running = 0;
  let most = 0;
  let turns = 0;
  const stop = runPeriodically(
    async () => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      turns += 1;
    },
    () => 0,
  );
  await expect.poll(() => turns).toBeGreaterThan(2);
  await stop();
  const last = turns;
  await new Promise((resolve) => setImmediate(resolve));
  expect([most, turns]).toEqual([1, last]);
});

test('stopping waits for the turn under way, which hears of it', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const rest = Promise.withResolvers<void>();
  const stop = runPeriodically(
    (signal) => {
      begun.resolve(signal);
      return rest.promise;
    },
    () => 0,
  );
  const signal = await begun.promise;
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  expect(signal.aborted).toBe(true);
  expect(isStopped).toBe(false);
  rest.resolve();
  await stopped;
});

test('a turn that is an hour away does not hold the stop', async () => {
  let turns = 0;
  const stop = runPeriodically(
    async () => void (turns += 1),
    () => 3_600_000,
  );
  await stop();
  expect(turns).toBe(0);
});
