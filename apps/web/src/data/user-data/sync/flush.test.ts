import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const calls: string[] = [];
/** The server's status instead of 200, by request. */
const refusals = new Map<string, number>();
/** Undefined: a server without /changes. */
let maxChanges: number | undefined;
let page: EventTarget;
let life: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  calls.length = 0;
  refusals.clear();
  maxChanges = 500;
  life = new AbortController();
  page = new EventTarget();
  const account = { token: 't', userId: 'u', sessionId: 's', deviceName: '', seed: 'AA==' };
  const cells = new Map([['__MW::auth', JSON.stringify({ state: { account }, version: 0 })]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('__CONFIG__', { BACKEND_URL: 'https://server.example' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('fetch', (url: string, { method, keepalive }: RequestInit) => {
    const request = `${method} ${new URL(url).pathname.replace('/users/u', '')}`;
    calls.push(keepalive ? `${request} on its own` : request);
    const meta = { name: '', version: '', hasCaptcha: false, maxChanges };
    const list = { id: 'there' };
    return Promise.resolve(
      Response.json({ ...meta, list }, { status: refusals.get(request) ?? 200 }),
    );
  });
  vi.resetModules();
});
afterEach(() => {
  life.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const onUnauthorized = vi.fn();
const start = async () => {
  onUnauthorized.mockReset();
  const flush = await import('./flush.ts');
  const { sendSettings, mergeRemoteSettings } = await import('#data/preferences/settings-sync.ts');
  const { saveBookmark } = await import('../bookmarks.ts');
  const { pendingCount } = await import('./queue.ts');
  const { storeProgress, saveProgress } = await import('../progress.ts');
  // The local choice is known already.
  mergeRemoteSettings('u', {});
  await sendSettings('u', undefined);
  calls.length = 0;
  flush.startFlushing({ onUnauthorized, signal: life.signal });
  return {
    ...flush,
    pendingCount,
    storeProgress,
    watch: (watched: number) =>
      saveProgress(
        { type: 'movie', title: 'Film', releaseYear: 1968, tmdbId: '9' },
        { watched: 100 + watched, duration: 5_760 },
        Date.now(),
      ),
    keep: (tmdbId: string) => saveBookmark({ tmdbId, type: 'movie', title: 'Film' }),
  };
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

test('changes are sent together within two seconds, and no request is sent without changes', async () => {
  const { keep, pendingCount } = await start();
  await seconds(60);
  expect(calls).toEqual([]);
  keep('1');
  keep('2');
  await seconds(2);
  expect(calls).toEqual(['GET /meta', 'PUT /changes']);
  expect(pendingCount()).toBe(0);
});

test('an unreachable server is retried less and less often, and at once when the network returns', async () => {
  const { keep, pendingCount, flushStore } = await start();
  keep('1');
  refusals.set('PUT /changes', 503);
  await seconds(600);
  const tries = calls.filter((request) => request === 'PUT /changes').length;
  expect(tries).toBeGreaterThan(4);
  expect(tries).toBeLessThan(10);
  expect(flushStore.getState().failure).toMatchObject({ is: 'rejected', status: 503 });
  refusals.clear();
  page.dispatchEvent(new Event('online'));
  await seconds(5);
  expect([pendingCount(), flushStore.getState().failure]).toEqual([0, undefined]);
});

test('during playback progress is sent regularly, and the history every half minute', async () => {
  const { watch, storeProgress } = await start();
  for (let turn = 0; turn < 20; turn += 1) {
    watch(turn * 3);
    storeProgress();
    await seconds(3);
  }
  expect(calls.filter((request) => request === 'PUT /changes')).toHaveLength(20);
  expect(calls.filter((request) => request.includes('/watch-history/'))).toHaveLength(2);
});

test('a rejected change does not block the others', async () => {
  const { keep, pendingCount } = await start();
  keep('1');
  keep('2');
  refusals.set('PUT /changes', 400).set('POST /bookmarks/1', 400);
  await seconds(30);
  expect(calls).toEqual(['GET /meta', 'PUT /changes', 'POST /bookmarks/1', 'POST /bookmarks/2']);
  expect(pendingCount()).toBe(1);
});

test('changes that a full account rejects do not block others, especially deletions', async () => {
  const { watch, storeProgress, flushStore } = await start();
  const { rate } = await import('../ratings.ts');
  const { createList, removeList } = await import('../lists.ts');
  const { removeFromHistory } = await import('../history-removal.ts');
  const { historyStore } = await import('../history.ts');
  const { setTheme } = await import('#data/preferences/theme.ts');
  const list = createList('a');
  watch(1);
  storeProgress();
  await seconds(2);
  refusals.set('PUT /watch-history/9', 409).set('PUT /settings', 409);
  setTheme('red');
  watch(2);
  storeProgress();
  await seconds(300);
  removeList(list);
  rate({ type: 'movie', tmdbId: '1' }, 8);
  removeFromHistory(Object.values(historyStore.getState().items));
  watch(3);
  storeProgress();
  await seconds(300);
  const deletions = ['DELETE /watch-history/9', 'DELETE /lists/there'];
  expect(calls).toEqual(expect.arrayContaining([...deletions, 'POST /ratings']));
  expect(flushStore.getState().failure).toMatchObject({ is: 'rejected', status: 409 });
});

test('a rejected session is verified, and the pending changes stay', async () => {
  const { keep, pendingCount } = await start();
  keep('1');
  refusals.set('PUT /changes', 401);
  await seconds(5);
  expect(onUnauthorized).toHaveBeenCalledOnce();
  expect(pendingCount()).toBe(1);
});

describe('a page that closes', () => {
  test('sends pending changes once', async () => {
    const { keep, pendingCount } = await start();
    keep('0');
    await seconds(5);
    calls.length = 0;
    keep('1');
    page.dispatchEvent(new Event('pagehide'));
    page.dispatchEvent(new Event('pagehide'));
    await seconds(0);
    expect(calls).toEqual(['PUT /changes on its own']);
    expect(pendingCount()).toBe(0);
  });

  test('sends them to /changes while it is unknown whether the server has that route', async () => {
    const { keep, watch, pendingCount } = await start();
    keep('1');
    watch(3);
    refusals.set('PUT /changes', 404);
    page.dispatchEvent(new Event('pagehide'));
    await seconds(0);
    expect(calls).toEqual(['PUT /changes on its own']);
    expect(pendingCount()).toBe(2);
  });

  test('sends them one by one to a server without /changes, except those that could empty groups', async () => {
    maxChanges = undefined;
    const { keep, watch, storeProgress, pendingCount } = await start();
    watch(3);
    storeProgress();
    await seconds(5);
    calls.length = 0;
    keep('1');
    watch(6);
    storeProgress();
    page.dispatchEvent(new Event('pagehide'));
    await seconds(0);
    expect(calls).toEqual(['PUT /progress/9 on its own']);
    expect(pendingCount()).toBe(1);
  });
});
