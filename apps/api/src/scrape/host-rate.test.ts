import { createStubNetwork } from '@matinee/sources/testing/stub-source';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitHostRate } from './host-rate.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const RATE = { burst: 3, perSecond: 2, maxWaiting: 4 };
const never = new AbortController().signal;

function setUp(rate = RATE) {
  const network = createStubNetwork();
  const fetch = limitHostRate(network.fetch, rate, Date.now);
  const request = (host = 'archive.test', signal = never, timeoutMs?: number) =>
    fetch(`http://${host}/`, { signal, ...(timeoutMs !== undefined && { timeoutMs }) }).catch(
      String,
    );
  return { request, network };
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('a burst is sent at once, and the rest in order at the rate', async () => {
  const { request, network } = setUp();
  void Promise.all(times(3, () => request('archive.test')));
  void Promise.all(times(4, () => request('archive.test')));
  expect(network.requests).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(500);
  expect(network.requests).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(network.requests).toHaveLength(7);
});

test('other hosts and ports are not delayed', () => {
  const { request, network } = setUp();
  void Promise.all(times(5, () => request('archive.test')));
  void request('peertube.test');
  void request('archive.test:8080');
  expect(network.requests.slice(3)).toEqual(['http://peertube.test/', 'http://archive.test:8080/']);
});

test('a pause refills the bucket, up to the burst', async () => {
  const { request, network } = setUp();
  void Promise.all(times(3, () => request()));
  await vi.advanceTimersByTimeAsync(60_000);
  void Promise.all(times(5, () => request()));
  expect(network.requests).toHaveLength(6);
});

test('a request too many fails at once and names its host', async () => {
  const { request, network } = setUp();
  void Promise.all(times(7, () => request()));
  expect(await request()).toBe(
    'Error: Too many requests to archive.test:80. Try again in a moment.',
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(network.requests).toHaveLength(7);
});

test('a request that is aborted gives its slot to the next one', async () => {
  const { request, network } = setUp();
  void Promise.all(times(3, () => request()));
  const leaving = new AbortController();
  const left = times(4, () => request('archive.test', leaving.signal));
  leaving.abort(new Error('gone'));
  expect(await Promise.all(left)).toEqual(times(4, () => 'Error: gone'));
  expect(vi.getTimerCount()).toBe(0);
  void request();
  await vi.advanceTimersByTimeAsync(500);
  expect(network.requests).toHaveLength(4);
});

test('a request that was aborted beforehand takes no slot', async () => {
  const { request, network } = setUp();
  await request('archive.test', AbortSignal.abort(new Error('gone')));
  void Promise.all(times(3, () => request()));
  expect(network.requests).toHaveLength(3);
});

test('the wait counts towards the time limit of the request', async () => {
  const { request, network } = setUp();
  void Promise.all(times(4, () => request('archive.test', never, 2_000)));
  await vi.advanceTimersByTimeAsync(500);
  expect(network.patience).toEqual([2_000, 2_000, 2_000, 1_500]);
});

test('an invalid address is left to the fetcher', async () => {
  const network = createStubNetwork();
  await limitHostRate(network.fetch, RATE, Date.now)('nonsense', { signal: never });
  expect(network.requests).toEqual(['nonsense']);
});
