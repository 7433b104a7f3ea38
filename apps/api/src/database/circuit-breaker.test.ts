import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { DatabaseUnavailableError } from './errors.ts';

const denied = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const never = () => new Promise<never>(() => undefined);

let messages: string[];
let forgotten: number;
let full: unknown[];
let probe: ReturnType<typeof vi.fn<() => Promise<void>>>;
let availability: CircuitBreaker;

beforeEach(() => {
  vi.useFakeTimers();
  messages = [];
  forgotten = 0;
  full = [];
  probe = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
  availability = createCircuitBreaker({
    probe,
    onDown: () => (forgotten += 1),
    onDiskFull: (error) => full.push(error),
    warn: (message) => messages.push(message),
    random: () => 0.5,
  });
});
afterEach(() => {
  availability.stop();
  vi.useRealTimers();
});

const fails = (error: unknown) => availability.guard(() => Promise.reject(error));
const works = () => availability.guard(() => Promise.resolve('answer'));

async function goDown(): Promise<void> {
  probe.mockRejectedValue(denied);
  await expect(fails(denied)).rejects.toThrow(DatabaseUnavailableError);
  await vi.advanceTimersByTimeAsync(0);
}

test('answers and the faults of statements pass as they are', async () => {
  expect(await works()).toBe('answer');
  const duplicate = Object.assign(new Error('duplicate key'), { code: '23505' });
  await expect(fails(duplicate)).rejects.toBe(duplicate);
  await expect(availability.translate(Promise.reject(duplicate))).rejects.toBe(duplicate);
  expect(probe).not.toHaveBeenCalled();
});

test('a broken connection is told as such, and one visit settles that the database is there', async () => {
  await expect(fails(denied)).rejects.toMatchObject({ statusCode: 503, cause: denied });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(probe).toHaveBeenCalledTimes(1);
  expect(await works()).toBe('answer');
  expect(messages).toEqual([]);
});

test('while it is away nothing is even tried, and it is said once', async () => {
  await goDown();
  const work = vi.fn<() => Promise<string>>();
  for (let call = 0; call < 100; call += 1) {
    await expect(availability.guard(work)).rejects.toMatchObject({ retryAfterSeconds: 2 });
  }
  expect(work).not.toHaveBeenCalled();
  expect(messages).toEqual(['the database is down: connect ECONNREFUSED']);
  expect(forgotten).toBe(1);
});

test('it is looked for every second by one visitor, and used as soon as it is back', async () => {
  await goDown();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(probe).toHaveBeenCalledTimes(6);
  probe.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await works()).toBe('answer');
  expect(messages.at(-1)).toBe('the database is up again');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledTimes(7);
});

test('those who wait for an answer that never comes are let go when nobody opens', async () => {
  probe.mockRejectedValue(new Error('timeout expired'));
  const waiting = Promise.allSettled([availability.guard(never), availability.guard(never)]);
  await vi.advanceTimersByTimeAsync(2_100);
  const outcomes = await waiting;
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { statusCode: 503 } });
  }
});

test('a statement that takes long is left alone while the database is there', async () => {
  const slow = availability.guard(
    () => new Promise((resolve) => setTimeout(() => resolve('at last'), 20_000)),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await slow).toBe('at last');
  expect(probe).toHaveBeenCalled();
});

test('one that is too busy to let a visitor in is there as long as it answers others', async () => {
  probe.mockImplementation(
    () => new Promise((_, reject) => setTimeout(() => reject(new Error('timeout expired')), 2_000)),
  );
  const waiting = availability.guard(
    () => new Promise((resolve) => setTimeout(() => resolve('at last'), 10_000)),
  );
  for (let second = 0; second < 10; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await works()).toBe('answer');
  }
  expect(await waiting).toBe('at last');
  expect(probe).toHaveBeenCalled();
  expect(messages).toEqual([]);
});

test('one that has no room for a visitor is there', async () => {
  probe.mockRejectedValue(Object.assign(new Error('too many clients'), { code: '53300' }));
  await expect(fails(denied)).rejects.toThrow(DatabaseUnavailableError);
  await vi.advanceTimersByTimeAsync(0);
  expect(await works()).toBe('answer');
});

test('one that has overloaded is told to the operator and to the caller', async () => {
  const late = Object.assign(new Error('canceling statement'), { code: '57014' });
  await expect(fails(late)).rejects.toThrow('overloaded');
  expect(messages).toEqual(['the database is overloaded: canceling statement']);
  expect(probe).not.toHaveBeenCalled();
});

test('a full disk is told as such, and not as load', async () => {
  const noSpace = Object.assign(new Error('could not extend file'), { code: '53100' });
  await expect(fails(noSpace)).rejects.toMatchObject({
    statusCode: 507,
    message: expect.stringContaining('disk is full'),
    cause: noSpace,
  });
  expect(full).toEqual([noSpace]);
  expect(messages).toEqual([]);
  expect(probe).not.toHaveBeenCalled();
});

test('nobody looks any more after the end', async () => {
  await goDown();
  availability.stop();
  const visits = probe.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledTimes(visits);
});
