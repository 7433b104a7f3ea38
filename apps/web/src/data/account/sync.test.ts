import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { onlineStore } from '#data/online.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { clockStore } from '#data/storage/clock-skew.ts';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { startPolling } from './sync.ts';
import { syncStore } from './sync-status.ts';

const profile = { colorA: '', colorB: '', icon: '' };
const account = { token: 't', userId: 'u', sessionId: 's', deviceName: '', profile, seed: 'AA==' };
/** The server's `newsAt`; a number is a status. */
let response: string | null | undefined | number;
let requested: number;
let life: AbortController;
let page: { visibilityState: string };
const sync = vi.fn<() => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  response = null;
  requested = 0;
  life = new AbortController();
  page = { visibilityState: 'visible' };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(config, 'BACKEND_URL', 'get').mockReturnValue('https://server.example');
  vi.stubGlobal('fetch', () => {
    requested += 1;
    const me = { user: { id: 'u', profile: { icon: 'film' } }, session: { id: 's' } };
    if (typeof response === 'number')
      return Promise.resolve(Response.json({}, { status: response }));
    return Promise.resolve(Response.json({ ...me, newsAt: response }));
  });
  onlineStore.setState({ isOnline: true });
  updateSession({ account });
});
afterEach(() => {
  life.abort();
  resetStore(clockStore);
  resetStore(onlineStore);
  resetStore(sessionStore);
  resetStore(syncStore);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const start = (newsAt: string | null | undefined) => {
  const markSynced = () => syncStore.setState({ is: 'synced', at: 0, newsAt }, true);
  markSynced();
  sync.mockReset().mockImplementation(async () => {
    if (typeof response !== 'number') newsAt = response;
    markSynced();
  });
  startPolling(sync, life.signal);
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

test('changes of other devices are noticed within three seconds, and once', async () => {
  start(null);
  await seconds(30);
  expect([requested, sync.mock.calls.length]).toEqual([10, 0]);
  response = '2026-01-01T00:00:00.000Z';
  await seconds(3);
  expect(sync).toHaveBeenCalledOnce();
  await seconds(30);
  expect(sync).toHaveBeenCalledOnce();
});

test('the account’s current appearance is part of the response', async () => {
  start(null);
  await seconds(3);
  expect(sessionStore.getState().account?.profile).toMatchObject({ icon: 'film' });
  const { account: before } = sessionStore.getState();
  await seconds(3);
  expect(sessionStore.getState().account).toBe(before);
});

test('a server without change notifications is not polled', async () => {
  response = undefined;
  start(undefined);
  await seconds(600);
  expect(requested).toBe(0);
});

test('nothing is polled while hidden, offline or signed out, nor after stop', async () => {
  start(null);
  page.visibilityState = 'hidden';
  await seconds(60);
  page.visibilityState = 'visible';
  onlineStore.setState({ isOnline: false });
  await seconds(60);
  onlineStore.setState({ isOnline: true });
  updateSession({ account: null });
  await seconds(60);
  expect(requested).toBe(0);
  updateSession({ account });
  await seconds(3);
  expect(requested).toBe(1);
  life.abort();
  await seconds(60);
  expect(requested).toBe(1);
});

test('an unreachable server is polled less and less often', async () => {
  start(null);
  response = 503;
  await seconds(600);
  expect(requested).toBeGreaterThan(4);
  expect(requested).toBeLessThan(10);
  response = null;
  await seconds(300);
  const tries = requested;
  await seconds(30);
  expect(requested - tries).toBe(10);
});

test('an ended session triggers a sync', async () => {
  start(null);
  response = 401;
  await seconds(3);
  expect(sync).toHaveBeenCalledOnce();
});

test('a library that loads slowly is not reloaded all the time, however much another device changes', async () => {
  start(null);
  sync.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  response = 'always something else';
  await seconds(60);
  expect(sync).toHaveBeenCalledTimes(3);
});

test('after a library that loads for a minute, the next change is noticed within a minute', async () => {
  start(null);
  sync.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 60_000)));
  response = 'always something else';
  await seconds(3 + 60 + 59);
  expect(sync).toHaveBeenCalledOnce();
  await seconds(1);
  expect(sync).toHaveBeenCalledTimes(2);
});
