import { beforeEach, expect, test, vi } from 'vitest';
import { supervise, type SupervisorOptions } from './supervisor.ts';

interface FakeServer {
  readonly lose: (how: string) => void;
  readonly stop: () => Promise<void>;
}

type Start = SupervisorOptions<FakeServer>['start'];

let clock: number;
let messages: string[];
let pauses: number[];
let stops: number;
let start: ReturnType<typeof vi.fn<Start>>;

const up: Start = async (lose) => ({ lose, stop: async () => void (stops += 1) });

beforeEach(() => {
  clock = stops = 0;
  messages = [];
  pauses = [];
  start = vi.fn<Start>(up);
});

const begin = () =>
  supervise<FakeServer>({
    start,
    warn: (message) => messages.push(message),
    now: () => clock,
    pauseMs: (attempt) => {
      pauses.push(attempt);
      return 0;
    },
  });

test('a server that crashes is restarted, and both are reported', async () => {
  const supervisor = await begin();
  const first = supervisor.current();
  first.lose('killed');
  await vi.waitFor(() => expect(supervisor.current()).not.toBe(first));
  expect(messages).toEqual([
    'the embedded database stopped unexpectedly: killed',
    'the embedded database has restarted',
  ]);
  await supervisor.stop();
  expect(stops).toBe(1);
});

test('a first start that fails is an error', async () => {
  start.mockRejectedValue(new Error('no such folder'));
  await expect(begin()).rejects.toThrow('no such folder');
});

test('a restart is repeated until it succeeds, and its failure is reported once a minute', async () => {
  const supervisor = await begin();
  const first = supervisor.current();
  for (let count = 0; count < 9; count += 1) start.mockRejectedValueOnce(new Error('disk full'));
  first.lose('killed');
  await vi.waitFor(() => expect(supervisor.current()).not.toBe(first));
  expect(pauses).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(messages.filter((line) => line.includes("didn't start: disk full"))).toHaveLength(1);
  await supervisor.stop();
});

test('the delay grows with each crash, until a server has run for a minute', async () => {
  const supervisor = await begin();
  const loseOne = async (): Promise<void> => {
    const before = supervisor.current();
    before.lose('killed');
    await vi.waitFor(() => expect(supervisor.current()).not.toBe(before));
  };
  await loseOne();
  await loseOne();
  clock += 60_000;
  await loseOne();
  expect(pauses).toEqual([0, 1, 0]);
  await supervisor.stop();
});

test('a server that crashes during its start is one failed start', async () => {
  const supervisor = await begin();
  const first = supervisor.current();
  start.mockImplementationOnce(async (lose, signal) => {
    lose('killed at once');
    return up(lose, signal);
  });
  first.lose('killed');
  await vi.waitFor(() => expect(supervisor.current()).not.toBe(first));
  expect(messages).toContain("the embedded database didn't start: killed at once");
  expect(start).toHaveBeenCalledTimes(3);
  await supervisor.stop();
});

test('a stop ends a restart, and no server starts after it', async () => {
  const supervisor = await begin();
  start.mockImplementation(
    (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      ),
  );
  supervisor.current().lose('killed');
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2));
  await supervisor.stop();
  expect(start).toHaveBeenCalledTimes(2);
  expect(messages).toHaveLength(1);
});
