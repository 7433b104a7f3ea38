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

test('results and statement errors pass through unchanged', async () => {
  expect(await works()).toBe('answer');
  const duplicate = Object.assign(new Error('duplicate key'), { code: '23505' });
  await expect(fails(duplicate)).rejects.toBe(duplicate);
  await expect(availability.translate(Promise.reject(duplicate))).rejects.toBe(duplicate);
  expect(probe).not.toHaveBeenCalled();
});

test('a broken connection is reported as such, and one probe confirms that the database is up', async () => {
  await expect(fails(denied)).rejects.toMatchObject({ statusCode: 503, cause: denied });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(probe).toHaveBeenCalledTimes(1);
  expect(await works()).toBe('answer');
  expect(messages).toEqual([]);
});

test('while the database is down no statement is tried, and one line is logged', async () => {
  await goDown();
  const work = vi.fn<() => Promise<string>>();
  for (let call = 0; call < 100; call += 1) {
    await expect(availability.guard(work)).rejects.toMatchObject({ retryAfterSeconds: 2 });
  }
  expect(work).not.toHaveBeenCalled();
  expect(messages).toEqual(['the database is down: connect ECONNREFUSED']);
  expect(forgotten).toBe(1);
});

test('while the database is down it is probed every second, and used as soon as it is back', async () => {
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

test('callers that wait for a response are rejected when the database does not come back', async () => {
  probe.mockRejectedValue(new Error('timeout expired'));
  const waiting = Promise.allSettled([availability.guard(never), availability.guard(never)]);
  await vi.advanceTimersByTimeAsync(2_100);
  const outcomes = await waiting;
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { statusCode: 503 } });
  }
});

test('a slow statement is left alone while the database is up', async () => {
  const slow = availability.guard(
    () => new Promise((resolve) => setTimeout(() => resolve('at last'), 20_000)),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await slow).toBe('at last');
  expect(probe).toHaveBeenCalled();
});

test('a database that is too busy to accept a probe is up as long as it answers others', async () => {
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

test('a database without a free connection for a probe is up', async () => {
  probe.mockRejectedValue(Object.assign(new Error('too many clients'), { code: '53300' }));
  await expect(fails(denied)).rejects.toThrow(DatabaseUnavailableError);
  await vi.advanceTimersByTimeAsync(0);
  expect(await works()).toBe('answer');
});

test('an overloaded database is reported to the operator and to the caller', async () => {
  const late = Object.assign(new Error('canceling statement'), { code: '57014' });
  await expect(fails(late)).rejects.toThrow('overloaded');
  expect(messages).toEqual(['the database is overloaded: canceling statement']);
  expect(probe).not.toHaveBeenCalled();
});

test('a full disk is reported as such, and not as overload', async () => {
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

test('probing stops on close', async () => {
  await goDown();
  availability.stop();
  const visits = probe.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledTimes(visits);
});
