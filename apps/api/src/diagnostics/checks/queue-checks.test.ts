import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSemaphore } from '#http/semaphore.ts';
import { measureQueue, printMeasurements } from '#lib/measurements.ts';
import { createWriteBehind } from '#lib/write-behind.ts';
import { queueChecks } from './queue-checks.ts';
import type { Finding } from './run-checks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();

async function find(queue: string): Promise<Finding | undefined> {
  const check = queueChecks().find(({ subject }) => subject === queue);
  expect(check).toMatchObject({ check: 'queues', name: queue });
  return await check?.run(signal);
}

test('a queue is full when its first waits for seconds, and stuck after a minute', async () => {
  const slots = createSemaphore('covers of a test', 1);
  const release = await slots.acquire('one');
  const second = slots.acquire('two');
  expect(await find('covers of a test')).toEqual({
    code: 'queueOk',
    facts: { waiting: 1, running: 1, rejected: 0, oldestMs: 0 },
  });
  vi.advanceTimersByTime(6_000);
  const third = slots.acquire('three');
  expect(await find('covers of a test')).toEqual({
    code: 'queueFull',
    facts: { waiting: 2, running: 1, rejected: 0, oldestMs: 6_000 },
  });
  vi.advanceTimersByTime(54_000);
  expect(await find('covers of a test')).toMatchObject({ code: 'queueStuck' });
  expect(await printMeasurements()).toContain(
    'matinee_queue_oldest_seconds{queue="covers of a test"} 60',
  );
  release();
  (await second)();
  (await third)();
  expect(await find('covers of a test')).toEqual({
    code: 'queueOk',
    facts: { waiting: 0, running: 0, rejected: 0, oldestMs: 0 },
  });
});

test('a queue that rejects is full for ten minutes', async () => {
  measureQueue('streams of a test').reject();
  expect(await find('streams of a test')).toMatchObject({
    code: 'queueFull',
    facts: { rejected: 1 },
  });
  vi.advanceTimersByTime(10 * 60_000);
  expect(await find('streams of a test')).toMatchObject({
    code: 'queueOk',
    facts: { rejected: 1 },
  });
});

test('writes that fail wait until one succeeds', async () => {
  const write = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no database'));
  const { flush } = createWriteBehind({ write, what: 'rows of a test', warn: vi.fn() });
  await expect(flush()).rejects.toThrow('no database');
  vi.advanceTimersByTime(60_000);
  await expect(flush()).rejects.toThrow('no database');
  expect(await find('rows of a test')).toEqual({
    code: 'queueStuck',
    facts: { waiting: 1, running: 0, rejected: 0, oldestMs: 60_000 },
  });
  write.mockResolvedValue();
  await flush();
  expect(await find('rows of a test')).toMatchObject({ code: 'queueOk' });
});

test('the queue of the checks is not checked, because they fill it', () => {
  measureQueue('checks');
  expect(queueChecks().map(({ subject }) => subject)).not.toContain('checks');
});
