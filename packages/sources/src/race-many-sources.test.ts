import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ending, MOVIE, onClock, setUp, starts, updatesOf } from './testing/stub-run.ts';
import type { StubPlan } from './testing/stub-source.ts';

const { runAll } = onClock(vi);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

type Plan = Omit<StubPlan, 'rank'>;
const HANGS: Plan = { id: 'hangs', after: 'forever', finds: 'stream' };
const many = (plans: readonly Pick<StubPlan, 'after' | 'finds'>[]): Plan[] =>
  plans.map((plan, at) => ({ ...plan, id: `s${at + 1}` }));

test('with eight sources and one that hangs, four run at first, and none runs at the end', async () => {
  const misses = Array.from({ length: 7 }, () => ({ after: 1_500, finds: 'nothing' }) as const);
  const run = setUp([HANGS, ...many([...misses, { after: 1_500, finds: 'stream' }])]);
  const events = await runAll(run);
  expect(starts(events)).toEqual([
    ['hangs', 0],
    ['s1', 200],
    ['s2', 400],
    ['s3', 600],
    // Each failed source is replaced at once.
    ['s4', 1_700],
    ['s5', 1_900],
    ['s6', 2_100],
    // After 2 s the hanging source frees its slot.
    ['s7', 2_300],
    ['s8', 3_200],
  ]);
  // The race waits for a better source only within its expected time, which has passed.
  expect(ending(events)).toEqual(['s8', 4_700]);
  expect(updatesOf(events, 'hangs').at(-1)).toMatchObject({ reason: 'slower than another source' });
  expect(run.network.running()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('with sources of 100, 300 and 900 ms and one that hangs, the best one in time wins', async () => {
  const plans = many([
    { after: 900, finds: 'stream' },
    { after: 300, finds: 'stream' },
    { after: 100, finds: 'stream' },
  ]);
  // The second and third find streams at 500 ms. The first gets another 500 ms.
  expect(ending(await runAll(setUp([...plans, HANGS])))).toEqual(['s1', 900]);
  // Everything is 200 ms later, and the grace for the hanging source ends at 1.4 s, twice the first find.
  expect(ending(await runAll(setUp([HANGS, ...plans])))).toEqual(['s1', 1_400]);
});

test('at most eight run at once, however many hang', async () => {
  const run = setUp(
    many(Array.from({ length: 12 }, () => ({ after: 'forever', finds: 'stream' }))),
  );
  const viewer = new AbortController();
  const events = Array.fromAsync(run.scraper.runAll(MOVIE, viewer)).catch(String);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(run.network.running()).toHaveLength(8);
  viewer.abort(new Error('gone'));
  expect(await events).toBe('Error: gone');
  expect(run.network.running()).toEqual([]);
});

test('a source that stopped responding runs last, and normally again once it has responded', async () => {
  let after: number | 'forever' = 'forever';
  const run = setUp([
    { id: 'a', after: () => after, finds: 'nothing' },
    { id: 'b', after: 10, finds: 'nothing' },
  ]);
  for (let round = 0; round < 3; round += 1) await runAll(run);
  expect(starts(await runAll(run))).toEqual([
    ['b', 0],
    ['a', 10],
  ]);
  after = 10;
  await runAll(run);
  expect(starts(await runAll(run))).toEqual([
    ['a', 0],
    ['b', 10],
  ]);
});

test('disabled sources are not part of the run', async () => {
  const run = setUp(many([1, 2, 3].map(() => ({ after: 10, finds: 'nothing' }))));
  const preferences = { order: ['s3', 'unknown'], without: ['s1', 'unknown'] };
  const events = Array.fromAsync(
    run.scraper.runAll(MOVIE, { signal: new AbortController().signal, ...preferences }),
  );
  await vi.advanceTimersByTimeAsync(100);
  expect((await events)[0]).toEqual({ type: 'init', sourceIds: ['s3', 's2'] });
  expect(run.network.requests).toHaveLength(2);
});
