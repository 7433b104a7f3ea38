import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onlineStore } from './online-store.ts';
import { startPing } from './ping.ts';

let page: EventTarget;
let life: AbortController;
const ping = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  life = new AbortController();
  onlineStore.setState({ isOnline: true });
  ping.mockReset().mockResolvedValue(true);
  startPing({ signal: life.signal, ping });
});
afterEach(() => {
  life.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isOnline = (): boolean => onlineStore.getState().isOnline;

test('a site that can be reached is asked every 50 seconds', async () => {
  await vi.advanceTimersByTimeAsync(45_000);
  expect(ping).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(ping).toHaveBeenCalledTimes(2);
});

test('one that cannot is asked every 5 seconds, until it can', async () => {
  ping.mockResolvedValue(false);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(isOnline()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ping).toHaveBeenCalledTimes(3);
  ping.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isOnline()).toBe(true);
});

test('the browser is believed at once when it says no, and asked about when it says yes', async () => {
  ping.mockResolvedValue(false);
  page.dispatchEvent(new Event('offline'));
  expect(isOnline()).toBe(false);
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(false);
  ping.mockResolvedValue(true);
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(true);
});

test('nothing goes on when it is over', async () => {
  life.abort();
  await vi.advanceTimersByTimeAsync(500_000);
  page.dispatchEvent(new Event('offline'));
  expect([ping.mock.calls.length, isOnline()]).toEqual([0, true]);
});
