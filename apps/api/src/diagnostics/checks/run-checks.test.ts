import type { CheckEvent } from '@matinee/shared/contract/diagnostics';
import { expect, test, vi } from 'vitest';
import { createCheckRunner, errorCode, type ServerCheck } from './run-checks.ts';

const warn = vi.fn<(message: string) => void>();
const runChecks = createCheckRunner({ elapsed: () => 0, warn });
const run = (checks: readonly ServerCheck[], signal = new AbortController().signal) =>
  runChecks(checks, { owner: 'me', signal });

async function resultsOf(events: AsyncIterable<CheckEvent>) {
  const results = [];
  for await (const event of events) if (event.type === 'result') results.push(event);
  return results;
}

const never = new Promise<never>(() => undefined);

test('results arrive as they are known, not in the order of the plan', async () => {
  const slow = Promise.withResolvers<void>();
  const events = run([
    { check: 'database', run: () => slow.promise.then(() => ({ code: 'databaseOk' })) },
    { check: 'memory', run: async () => ({ code: 'memoryOk' }) },
  ]);
  const plan = await events.next();
  expect(plan.value).toEqual({ type: 'plan', rows: [{ check: 'database' }, { check: 'memory' }] });
  expect((await events.next()).value).toMatchObject({ check: 'memory', status: 'ok' });
  slow.resolve();
  expect((await events.next()).value).toMatchObject({ check: 'database', code: 'databaseOk' });
  expect((await events.next()).value).toEqual({ type: 'end' });
});

test('a check that ignores its time limit is given up alone', async () => {
  const results = await resultsOf(
    run([
      { check: 'ffmpeg', timeoutMs: 1, run: () => never },
      { check: 'memory', run: async () => ({ code: 'memoryOk' }) },
    ]),
  );
  expect(results.find(({ check }) => check === 'ffmpeg')).toMatchObject({
    status: 'error',
    code: 'timedOut',
    facts: { limitMs: 1 },
  });
  expect(results).toHaveLength(2);
});

test('an unexpected error is told by its code, never by its message', async () => {
  const error = Object.assign(new Error('postgres://user:password@host'), { code: 'ECONNREFUSED' });
  const [result] = await resultsOf(run([{ check: 'disk', run: () => Promise.reject(error) }]));
  expect(result).toMatchObject({ code: 'failed', facts: { reason: 'ECONNREFUSED' } });
  expect(warn.mock.lastCall?.[0]).toMatch(/^the check “\w+” failed: /);
  expect(errorCode(new Error('fetch failed', { cause: error }))).toBe('ECONNREFUSED');
  expect(errorCode('text')).toBe('unknown');
});

test('leaving ends every check, including those that wait for a slot', async () => {
  const signals: AbortSignal[] = [];
  const checks = Array.from({ length: 8 }, (): ServerCheck => ({
    check: 'source',
    run: (signal) => {
      signals.push(signal);
      return never;
    },
  }));
  const leaving = new AbortController();
  const events = run(checks, leaving.signal);
  await events.next();
  const next = events.next();
  await Promise.resolve();
  leaving.abort();
  expect((await next).done).toBe(true);
  expect(signals.length).toBeLessThan(checks.length);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
