import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestText } from '#lib/http.ts';
import { ONLINE, onlineStore, type PingResult, startPing } from './online.ts';

let page: EventTarget;
let life: AbortController;
const ping = vi.fn<() => Promise<PingResult>>();

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  life = new AbortController();
  vi.stubGlobal('location', new URL('http://site.example/'));
  onlineStore.setState(ONLINE);
  ping.mockReset().mockResolvedValue('online');
  startPing({ signal: life.signal, ping });
});
afterEach(() => {
  life.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isOnline = (): boolean => onlineStore.getState().isOnline;

test('a reachable site is checked at once, and then every 50 seconds', async () => {
  expect(ping).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(ping).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(55_000);
  expect(ping).toHaveBeenCalledTimes(3);
});

test('a site that takes a request and sends no response is checked after three seconds', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  ping.mockResolvedValue('notResponding');
  void requestText('/catalogue/3/search/multi');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(isOnline()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(onlineStore.getState()).toEqual({ isOnline: false, cause: 'notResponding' });
});

test('requests to other sites say nothing about this one', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await requestText('http://other.example/').catch(() => undefined);
  expect(ping).toHaveBeenCalledTimes(1);
  await requestText('/catalogue/3/search/multi').catch(() => undefined);
  expect(ping).toHaveBeenCalledTimes(2);
});

test('an unreachable site is checked every 5 seconds until it is reachable', async () => {
  ping.mockResolvedValue('unreachable');
  await vi.advanceTimersByTimeAsync(50_000);
  expect(isOnline()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ping).toHaveBeenCalledTimes(4);
  ping.mockResolvedValue('online');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isOnline()).toBe(true);
});

test('the browser’s offline event counts at once, and its online event causes a check', async () => {
  ping.mockResolvedValue('unreachable');
  page.dispatchEvent(new Event('offline'));
  expect(isOnline()).toBe(false);
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(false);
  ping.mockResolvedValue('online');
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(true);
});

test('nothing runs after stop', async () => {
  life.abort();
  await vi.advanceTimersByTimeAsync(500_000);
  page.dispatchEvent(new Event('offline'));
  expect([ping.mock.calls.length, isOnline()]).toEqual([1, true]);
});
