import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const account = { token: 't', userId: 'u', sessionId: 's', deviceName: '', seed: 'AA==' };
/** What the server says of news; a number is a status. */
let answer: string | null | undefined | number;
let asked: number;
let life: AbortController;
let page: { visibilityState: string };
const sync = vi.fn<() => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  answer = null;
  asked = 0;
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
    asked += 1;
    const me = { user: { id: 'u', profile: { icon: 'film' } }, session: { id: 's' } };
    if (typeof answer === 'number') return Promise.resolve(Response.json({}, { status: answer }));
    return Promise.resolve(Response.json({ ...me, newsAt: answer }));
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
  const { onlineStore } = await import('#data/connectivity/online.ts');
  const heard = () => syncStore.setState({ is: 'synced', at: 0, newsAt }, true);
  heard();
  sync.mockReset().mockImplementation(async () => {
    if (typeof answer !== 'number') newsAt = answer;
    heard();
  });
  startPolling(sync, life.signal);
  return { syncStore, sessionStore, updateSession, onlineStore };
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

test('news are heard within three seconds, and once', async () => {
  await start(null);
  await seconds(30);
  expect([asked, sync.mock.calls.length]).toEqual([10, 0]);
  answer = '2026-01-01T00:00:00.000Z';
  await seconds(3);
  expect(sync).toHaveBeenCalledOnce();
  await seconds(30);
  expect(sync).toHaveBeenCalledOnce();
});

test('how the account looks by now comes along', async () => {
  const { sessionStore } = await start(null);
  await seconds(3);
  expect(sessionStore.getState().account?.profile).toMatchObject({ icon: 'film' });
  const { account: before } = sessionStore.getState();
  await seconds(3);
  expect(sessionStore.getState().account).toBe(before);
});

test('a server that tells of no news is not asked for them', async () => {
  answer = undefined;
  await start(undefined);
  await seconds(600);
  expect(asked).toBe(0);
});

test('nobody asks while the page is hidden, the site is away or nobody is signed in, nor when it is over', async () => {
  const { onlineStore, updateSession } = await start(null);
  page.visibilityState = 'hidden';
  await seconds(60);
  page.visibilityState = 'visible';
  onlineStore.setState({ isOnline: false });
  await seconds(60);
  onlineStore.setState({ isOnline: true });
  updateSession({ account: null });
  await seconds(60);
  expect(asked).toBe(0);
  updateSession({ account: { ...account, profile: { colorA: '', colorB: '', icon: '' } } });
  await seconds(3);
  expect(asked).toBe(1);
  life.abort();
  await seconds(60);
  expect(asked).toBe(1);
});

test('a server that is away is asked ever more seldom', async () => {
  await start(null);
  answer = 503;
  await seconds(600);
  expect(asked).toBeGreaterThan(4);
  expect(asked).toBeLessThan(10);
  answer = null;
  await seconds(300);
  const tries = asked;
  await seconds(30);
  expect(asked - tries).toBe(10);
});

test('a session that is over is news', async () => {
  await start(null);
  answer = 401;
  await seconds(3);
  expect(sync).toHaveBeenCalledOnce();
});

test('a library that takes long is not read all the time, however much another device does', async () => {
  await start(null);
  sync.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  answer = 'always something else';
  await seconds(60);
  expect(sync).toHaveBeenCalledTimes(3);
});
