import { expect, test } from 'vitest';
import {
  AdvisedError,
  CheckError,
  OptionalMissingError,
  runChecks,
  type CheckResult,
} from './run-checks.ts';

const A = () => 'A';
const fine = () => 'Fine.';
const failed = () => 'The search failed.';

test('each check fails alone and reports its duration', async () => {
  let clock = 0;
  let rows: readonly CheckResult[] = [];
  await runChecks(
    [
      { id: 'a', name: A, run: async () => fine },
      {
        id: 'b',
        name: () => 'B',
        run: async () => {
          clock = 70;
          throw new Error('No response');
        },
      },
    ],
    {
      signal: new AbortController().signal,
      now: () => clock,
      onUpdate: (update) => (rows = update),
    },
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    { is: 'passed', detail: fine, ms: expect.any(Number) },
    { is: 'failed', raw: 'No response', ms: 70 },
  ]);
});

/** Runs one check that fails at once. */
async function outcomeOf(error: Error): Promise<CheckResult['outcome'] | undefined> {
  let rows: readonly CheckResult[] = [];
  await runChecks([{ id: 'a', name: A, run: () => Promise.reject(error) }], {
    signal: new AbortController().signal,
    now: () => 0,
    onUpdate: (update) => (rows = update),
  });
  return rows[0]?.outcome;
}

test('a failure in words keeps what the other program said apart', async () => {
  const outcome = await outcomeOf(new CheckError(failed, 'Zut'));
  expect(outcome).toEqual({ is: 'failed', detail: failed, raw: 'Zut', ms: 0 });
});

test('a failure that says what to do is told from one that needs advice', async () => {
  const outcome = await outcomeOf(new AdvisedError(failed));
  expect(outcome).toEqual({ is: 'failed', detail: failed, isAdvised: true, ms: 0 });
});

test('a missing optional part is no failure', async () => {
  const outcome = await outcomeOf(new OptionalMissingError(failed));
  expect(outcome).toEqual({ is: 'notInstalled', detail: failed, ms: 0 });
});

test('nothing is reported after the user cancels', async () => {
  const lifetime = new AbortController();
  const updates: (readonly CheckResult[])[] = [];
  const check = {
    id: 'a',
    name: A,
    run: async () => {
      lifetime.abort();
      return fine;
    },
  };
  await runChecks([check], {
    signal: lifetime.signal,
    now: () => 0,
    onUpdate: (rows) => void updates.push(rows),
  });
  expect(updates).toHaveLength(1);
});

test('the latest twenty durations are kept', async () => {
  let clock = 0;
  let rows: readonly CheckResult[] = [];
  const signal = new AbortController().signal;
  for (const ms of Array.from({ length: 22 }, (_none, at) => at)) {
    const run = async () => {
      clock += ms;
      return fine;
    };
    const onUpdate = (update: readonly CheckResult[]) => void (rows = update);
    await runChecks([{ id: 'a', name: A, run }], {
      before: rows,
      signal,
      now: () => clock,
      onUpdate,
    });
  }
  expect(rows[0]?.times).toEqual(Array.from({ length: 20 }, (_none, at) => at + 2));
});
