import { expect, test } from 'vitest';
import { Absent, runChecks, type Row } from './run-checks.ts';

test('each check fails alone, and tells how long it took', async () => {
  let clock = 0;
  let rows: readonly Row[] = [];
  await runChecks(
    [
      { id: 'a', name: 'A', run: async () => 'fine' },
      {
        id: 'b',
        name: 'B',
        run: async () => {
          clock = 70;
          throw new Error('Nobody answered');
        },
      },
    ],
    { signal: new AbortController().signal, now: () => clock, tell: (told) => (rows = told) },
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    { is: 'passed', detail: 'fine', ms: expect.any(Number) },
    { is: 'failed', detail: 'Nobody answered', ms: 70 },
  ]);
});

test('something optional that is missing is no failure', async () => {
  let rows: readonly Row[] = [];
  const run = () => Promise.reject(new Absent('Not here'));
  await runChecks([{ id: 'a', name: 'A', run }], {
    signal: new AbortController().signal,
    now: () => 0,
    tell: (told) => (rows = told),
  });
  expect(rows[0]?.outcome).toEqual({ is: 'absent', detail: 'Not here', ms: 0 });
});

test('nothing is told after the person has cancelled', async () => {
  const life = new AbortController();
  const told: (readonly Row[])[] = [];
  const check = {
    id: 'a',
    name: 'A',
    run: async () => {
      life.abort();
      return 'late';
    },
  };
  await runChecks([check], {
    signal: life.signal,
    now: () => 0,
    tell: (rows) => void told.push(rows),
  });
  expect(told).toHaveLength(1);
});

test('times of earlier runs stay beside the latest, as many as can be told apart', async () => {
  let clock = 0;
  let rows: readonly Row[] = [];
  const signal = new AbortController().signal;
  for (const ms of Array.from({ length: 22 }, (_none, at) => at)) {
    const run = async () => {
      clock += ms;
      return 'fine';
    };
    const tell = (told: readonly Row[]) => void (rows = told);
    await runChecks([{ id: 'a', name: 'A', run }], {
      before: rows,
      signal,
      now: () => clock,
      tell,
    });
  }
  expect(rows[0]?.times).toEqual(Array.from({ length: 20 }, (_none, at) => at + 2));
});
