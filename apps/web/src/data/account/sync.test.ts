import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const account = { token: 't', userId: 'u', sessionId: 's', deviceName: '', seed: 'AA==' };
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
  const cells = new Map([['__MW::auth', JSON.stringify({ state: { account }, version: 0 })]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('__CONFIG__', { BACKEND_URL: 'https://server.example' });
  vi.stubGlobal('fetch', () => {
    requested += 1;
    const me = { user: { id: 'u', profile: { icon: 'film' } }, session: { id: 's' } };
    if (typeof response === 'number')
      return Promise.resolve(Response.json({}, { status: response }));
    return Promise.resolve(Response.json({ ...me, newsAt: response }));
  });
  vi.resetModules();
});
afterEach(() => {
  life.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const start = async (newsAt: string | null | undefined) => {
  const { startPolling } = await import('./sync.ts');
  const { syncStore } = await import('./sync-status.ts');
  const { sessionStore, updateSession } = await import('#data/session.ts');
  const { onlineStore } = await import('#data/online.ts');
  const markSynced = () => syncStore.setState({ is: 'synced', at: 0, newsAt }, true);
  markSynced();
  sync.mockReset().mockImplementation(async () => {
    if (typeof response !== 'number') newsAt = response;
    markSynced();
  });
  startPolling(sync, life.signal);
  return { syncStore, sessionStore, updateSession, onlineStore };
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

test('changes of other devices are noticed within three seconds, and once', async () => {
  await start(null);
  await seconds(30);
  expect([requested, sync.mock.calls.length]).toEqual([10, 0]);
  response = '2026-01-01T00:00:00.000Z';
  await seconds(3);
  expect(sync).toHaveBeenCalledOnce();
  await seconds(30);
  expect(sync).toHaveBeenCalledOnce();
});

test('the account’s current appearance is part of the response', async () => {
  const { sessionStore } = await start(null);
  await seconds(3);
  expect(sessionStore.getState().account?.profile).toMatchObject({ icon: 'film' });
  const { account: before } = sessionStore.getState();
  await seconds(3);
  expect(sessionStore.getState().account).toBe(before);
});

test('a server without change notifications is not polled', async () => {
  response = undefined;
  await start(undefined);
  await seconds(600);
  expect(requested).toBe(0);
});

test('nothing is polled while hidden, offline or signed out, nor after stop', async () => {
  const { onlineStore, updateSession } = await start(null);
  page.visibilityState = 'hidden';
  await seconds(60);
  page.visibilityState = 'visible';
  onlineStore.setState({ isOnline: false });
  await seconds(60);
  onlineStore.setState({ isOnline: true });
  updateSession({ account: null });
  await seconds(60);
  expect(requested).toBe(0);
  updateSession({ account: { ...account, profile: { colorA: '', colorB: '', icon: '' } } });
  await seconds(3);
  expect(requested).toBe(1);
  life.abort();
  await seconds(60);
  expect(requested).toBe(1);
});

test('an unreachable server is polled less and less often', async () => {
  await start(null);
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
  await start(null);
  response = 401;
  await seconds(3);
  expect(sync).toHaveBeenCalledOnce();
});

test('a library that loads slowly is not reloaded all the time, however much another device changes', async () => {
  await start(null);
  sync.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  response = 'always something else';
  await seconds(60);
  expect(sync).toHaveBeenCalledTimes(3);
});

test('after a library that loads for a minute, the next change is noticed within a minute', async () => {
  await start(null);
  sync.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 60_000)));
  response = 'always something else';
  await seconds(3 + 60 + 59);
  expect(sync).toHaveBeenCalledOnce();
  await seconds(1);
  expect(sync).toHaveBeenCalledTimes(2);
});
