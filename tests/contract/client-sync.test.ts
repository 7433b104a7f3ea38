// Two devices of one user, with the client's own code on the real server.
import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MovieMeta, ShowMeta } from '../../apps/web/src/data/catalog/details.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDevice, deviceNames, type ClientCode, type Device } from '../support/client.ts';
import { PROFILE } from '../support/identity.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllGlobals());

const bookmark = (tmdbId: string) => ({
  tmdbId,
  type: 'movie' as const,
  title: `Film ${tmdbId}`,
  poster: 'https://image.tmdb.org/t/p/w342/x.jpg',
});
const movie = (tmdbId: string): MovieMeta => ({
  type: 'movie',
  title: `Film ${tmdbId}`,
  releaseYear: 1968,
  tmdbId,
});
const episode = (tmdbId: string, number: number): ShowMeta => ({
  type: 'show',
  title: `Series ${tmdbId}`,
  releaseYear: 1959,
  tmdbId,
  season: { number: 1, title: 'Season 1', tmdbId: `s${tmdbId}` },
  episode: { number, title: `Part ${number}`, tmdbId: `e${tmdbId}-${number}` },
  episodes: [],
  seasons: [],
});

let passphrase: string;
let tablet: { device: Device; code: ClientCode };
let phone: { device: Device; code: ClientCode };

/** Runs on one device; the other keeps its state. */
async function on<T>(
  { device, code }: typeof tablet,
  work: (code: ClientCode) => T | Promise<T>,
): Promise<T> {
  device.wake();
  return work(code);
}

beforeEach(async () => {
  passphrase = generatePassphrase();
  const [one, other] = [createDevice(server.url), createDevice(server.url)];
  tablet = { device: one, code: await one.reload() };
  await tablet.code.register({ passphrase, deviceName: 'Tablet', profile: PROFILE });
  phone = { device: other, code: await other.reload() };
  await phone.code.signIn({ passphrase, deviceName: 'Phone' });
});

const exchange = async (): Promise<void> => {
  await on(tablet, ({ syncNow }) => syncNow());
  await on(phone, ({ syncNow }) => syncNow());
};

describe('changes on one device', () => {
  test('reach the other: bookmarks with groups, movies, episodes with names, settings', async () => {
    await on(tablet, (code) => {
      code.saveBookmark(bookmark('1'));
      code.setBookmarkGroups('1', ['Sunday']);
      code.setGroupOrder(['Sunday', 'Monday']);
      code.saveProgress(movie('2'), { watched: 100, duration: 5760 }, Date.now());
      code.saveProgress(episode('3', 1), { watched: 60, duration: 1500 }, Date.now());
      code.saveProgress(episode('3', 2), { watched: 70, duration: 1500 }, Date.now());
      code.setTheme('red');
      code.setLanguage('de-DE');
      code.setPlayback({ enableThumbnails: true, sourceOrder: ['a', 'b'] });
    });
    await exchange();
    const { bookmarksStore, progressStore, ...code } = phone.code;
    expect(bookmarksStore.getState()).toMatchObject({
      bookmarks: { 1: { title: 'Film 1', group: ['Sunday'] } },
      groupOrder: ['Sunday', 'Monday'],
      updateQueue: [],
    });
    expect(progressStore.getState()).toMatchObject({
      items: {
        2: { type: 'movie', year: 1968, progress: { watched: 100, duration: 5760 } },
        3: {
          type: 'show',
          episodes: {
            'e3-1': { number: 1, progress: { watched: 60 } },
            'e3-2': { number: 2, progress: { watched: 70 }, seasonId: 's3' },
          },
        },
      },
      updateQueue: [],
    });
    expect(code.themeStore.getState().theme).toBe('red');
    expect(code.languageStore.getState().language).toBe('de-DE');
    expect(code.playbackStore.getState()).toMatchObject({
      enableThumbnails: true,
      sourceOrder: ['a', 'b'],
    });
    await on(tablet, ({ syncNow }) => syncNow());
    expect(tablet.code.progressStore.getState().items['3']?.episodes['e3-2']?.title).toBe('Part 2');
  });

  test('reach the other in the dragged order of bookmarks', async () => {
    await on(tablet, (code) => {
      for (const tmdbId of ['1', '2', '3']) code.saveBookmark(bookmark(tmdbId));
      code.moveBookmark('1', ['3', '2', '1'], '3');
    });
    await exchange();
    const { bookmarksStore, orderedBookmarks } = phone.code;
    expect(orderedBookmarks(bookmarksStore.getState())).toEqual(['1', '3', '2']);
  });

  test('that are undone on the other are undone on both', async () => {
    await on(tablet, (code) => {
      code.saveBookmark(bookmark('1'));
      code.saveProgress(movie('2'), { watched: 100, duration: 5760 }, Date.now());
      code.setTheme('red');
    });
    await exchange();
    await on(phone, async (code) => {
      code.removeBookmark('1');
      code.removeProgress('2');
      code.setTheme(null);
      await code.syncNow();
    });
    await on(tablet, ({ syncNow }) => syncNow());
    expect(tablet.code.bookmarksStore.getState().bookmarks).toEqual({});
    expect(tablet.code.progressStore.getState().items).toEqual({});
    expect(tablet.code.themeStore.getState().theme).toBeNull();
  });

  test('are newer than what an offline device sends later, and stay', async () => {
    const now = Date.now();
    await on(phone, ({ saveProgress }) =>
      saveProgress(movie('2'), { watched: 10, duration: 5760 }, now - 60_000),
    );
    await on(tablet, async ({ saveProgress, syncNow }) => {
      saveProgress(movie('2'), { watched: 99, duration: 5760 }, now);
      await syncNow();
    });
    await on(phone, ({ syncNow }) => syncNow());
    expect(phone.code.watchedSeconds(movie('2'))).toBe(99);
    await on(tablet, ({ syncNow }) => syncNow());
    expect(tablet.code.watchedSeconds(movie('2'))).toBe(99);
  });
});

test('watched titles stay in the history of both devices, even if they leave Continue watching', async () => {
  const finished = { watched: 1_500, duration: 1_500 };
  await on(tablet, async (code) => {
    code.saveProgress(movie('2'), { watched: 100, duration: 5760 }, Date.now() - 2_000);
    code.saveProgress(episode('3', 1), finished, Date.now() - 1_000);
    code.storeProgress();
    await code.syncNow();
    code.saveProgress(movie('4'), { watched: 100, duration: 5760 }, Date.now());
    code.storeProgress();
    code.removeProgress('2');
    await code.syncNow();
  });
  await on(phone, ({ syncNow }) => syncNow());
  expect(phone.code.watchHistory(phone.code.historyStore.getState())).toMatchObject([
    { tmdbId: '4', type: 'movie', completed: false, isNew: false },
    { tmdbId: '3', episodeId: 'e3-1', episodeNumber: 1, completed: true, watched: 1_500 },
    { tmdbId: '2', title: 'Film 2', watched: 100 },
  ]);
  expect(Object.keys(phone.code.progressStore.getState().items)).toEqual(['3', '4']);
});

test('titles marked as watched on one device are marked on the other', async () => {
  await on(tablet, (code) => {
    code.saveProgress(movie('2'), { watched: 100, duration: 5760 }, Date.now());
    code.saveProgress(episode('3', 1), { watched: 9, duration: 1500 }, Date.now() - 9_000);
    code.saveProgress(episode('3', 2), { watched: 9, duration: 1500 }, Date.now() - 8_000);
    code.markWatched(movie('2'), undefined, Date.now() + 1);
    code.markWatched(episode('3', 2), undefined, Date.now() + 1);
  });
  await exchange();
  const { items } = phone.code.progressStore.getState();
  expect(items['2']?.progress).toEqual({ watched: 5760, duration: 5760 });
  expect(items['3']?.episodes['e3-2']?.progress).toEqual({ watched: 1500, duration: 1500 });
  expect(items['3']?.episodes['e3-1']?.progress.watched).toBe(9);
});

test('a library of 5,000 is sent in at most 20 requests, including what precedes the account', async () => {
  const device = createDevice(server.url);
  const items = Object.fromEntries(
    Array.from({ length: 50 }, (_, show) => [
      String(show),
      {
        title: `Series ${show}`,
        poster: 'https://image.tmdb.org/t/p/w342/x.jpg',
        type: 'show',
        updatedAt: 1_700_000_000_000,
        seasons: { 1: { id: '1', number: 1, title: 'Season 1' } },
        episodes: Object.fromEntries(
          Array.from({ length: 100 }, (_unused, part) => [
            `${show}-${part}`,
            {
              id: `${show}-${part}`,
              number: part,
              seasonId: '1',
              updatedAt: 1_700_000_000_000 + part,
              progress: { watched: 10, duration: 20 },
            },
          ]),
        ),
      },
    ]),
  );
  device.cells.set('__MW::progress', JSON.stringify({ state: { items }, version: 0 }));
  const code = await device.reload();
  await code.signIn({ passphrase, deviceName: 'TV' });
  expect(code.pendingCount()).toBe(5_000);
  const requests = vi.fn(globalThis.fetch);
  vi.stubGlobal('fetch', requests);
  expect(await code.flushChanges()).toBe(true);
  expect(code.pendingCount()).toBe(0);
  expect(requests.mock.calls.length).toBeLessThanOrEqual(20);
  await on(phone, ({ pullAccount }) => pullAccount());
  expect(Object.keys(phone.code.progressStore.getState().items)).toHaveLength(50);
}, 60_000);

test('leaving right after a movie still stores its history in the account', async () => {
  await on(tablet, async (code) => {
    code.saveProgress(movie('2'), { watched: 100, duration: 5760 }, Date.now());
    code.storeProgress();
    expect(await code.signOut()).toEqual({ is: 'signedOut' });
  });
  await on(phone, ({ pullAccount }) => pullAccount());
  expect(phone.code.historyStore.getState().items).toHaveProperty(['2/']);
});

test('a tab that was killed with pending changes sends them after it is reopened', async () => {
  await on(tablet, (code) => {
    code.saveBookmark(bookmark('1'));
    code.saveProgress(movie('2'), { watched: 100, duration: 5760 }, Date.now());
  });
  const reopened = { device: tablet.device, code: await tablet.device.reload() };
  expect(reopened.code.pendingCount()).toBe(2);
  await reopened.code.syncNow();
  await on(phone, ({ pullAccount }) => pullAccount());
  expect(phone.code.bookmarksStore.getState().bookmarks).toHaveProperty('1');
  expect(phone.code.watchedSeconds(movie('2'))).toBe(100);
});

describe('an unreachable server', () => {
  const away = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));

  test('affects neither the account nor local changes, which are sent when it is back', async () => {
    const real = globalThis.fetch;
    away();
    await on(tablet, async (code) => {
      code.saveBookmark(bookmark('1'));
      expect(await code.pullAccount()).toEqual({ is: 'notSynced', failure: { is: 'unreachable' } });
      expect(await code.flushChanges()).toBe(false);
      expect(code.flushStore.getState()).toMatchObject({ failure: { is: 'unreachable' } });
      expect(code.flushStore.getState().retryAt).toBeGreaterThan(Date.now());
    });
    expect(tablet.code.sessionStore.getState().account).not.toBeNull();
    vi.stubGlobal('fetch', real);
    await exchange();
    expect(phone.code.bookmarksStore.getState().bookmarks).toHaveProperty('1');
    expect(tablet.code.flushStore.getState().failure).toBeUndefined();
  });

  test('does not prevent logging out, unless data would be lost', async () => {
    await on(tablet, ({ saveBookmark }) => saveBookmark(bookmark('1')));
    away();
    expect(await on(tablet, ({ signOut }) => signOut())).toEqual({ is: 'pending', count: 1 });
    expect(tablet.code.sessionStore.getState().account).not.toBeNull();
    const { text } = await on(tablet, ({ libraryFile }) => libraryFile(new Date(0)));
    expect(await on(tablet, ({ signOut }) => signOut(true))).toEqual({ is: 'signedOut' });
    expect(tablet.code.sessionStore.getState().account).toBeNull();
    expect(tablet.code.bookmarksStore.getState().bookmarks).toEqual({});
    expect(tablet.code.readLibraryFile(text)).toMatchObject({ bookmarks: 1, titles: 0 });
  });
});

describe('a session', () => {
  test('that another device ended logs out, and unsent changes return with their owner only', async () => {
    await on(tablet, ({ saveBookmark }) => saveBookmark(bookmark('1')));
    await on(tablet, ({ syncNow }) => syncNow());
    await on(phone, async (code) => {
      expect(await deviceNames(code)).toEqual(['Phone', 'Tablet']);
      const devices = await code.listDevices();
      expect(devices).toMatchObject([{ isCurrent: true }, { lastUsedAt: expect.any(String) }]);
      await code.removeDevice(devices[1]?.sessionId ?? '');
    });
    await on(tablet, async (code) => {
      code.saveBookmark(bookmark('2'));
      code.saveProgress(movie('5'), { watched: 100, duration: 5760 }, Date.now());
      code.storeProgress();
      expect(await code.pullAccount()).toEqual({ is: 'signedOut' });
      expect(code.sessionStore.getState().account).toBeNull();
      expect(code.bookmarksStore.getState().bookmarks).toEqual({});

      const otherUser = generatePassphrase();
      await code.register({ passphrase: otherUser, deviceName: 'Tablet', profile: PROFILE });
      await code.syncNow();
      expect(code.bookmarksStore.getState().bookmarks).toEqual({});
      expect(code.historyStore.getState().items).toEqual({});
      await code.signOut();

      await code.signIn({ passphrase, deviceName: 'Tablet' });
      await code.syncNow();
      expect(Object.keys(code.bookmarksStore.getState().bookmarks)).toEqual(['1', '2']);
    });
    await on(phone, ({ pullAccount }) => pullAccount());
    expect(Object.keys(phone.code.bookmarksStore.getState().bookmarks)).toEqual(['1', '2']);
    expect(phone.code.historyStore.getState().items).toHaveProperty(['5/']);
  });

  test('is renamed, and its icon changes on the other device', async () => {
    await on(tablet, async ({ renameDevice, updateProfile, sessionStore }) => {
      const { sessionId = '' } = sessionStore.getState().account ?? {};
      await renameDevice(sessionId, ' Kitchen ');
      await updateProfile({ ...PROFILE, icon: 'film' });
    });
    await on(phone, async (code) => {
      await code.pullAccount();
      expect(code.sessionStore.getState().account?.profile.icon).toBe('film');
      expect(await deviceNames(code)).toContain('Kitchen');
    });
  });

  test('whose account is deleted elsewhere ends, too', async () => {
    await on(phone, ({ deleteAccount }) => deleteAccount());
    expect(phone.code.sessionStore.getState().account).toBeNull();
    expect(await on(tablet, ({ pullAccount }) => pullAccount())).toEqual({ is: 'signedOut' });
    const again = await on(tablet, ({ signIn }) => signIn({ passphrase, deviceName: 'TV' }));
    expect(again).toEqual({ is: 'unknownAccount' });
  });
});

test('an account can be exported to a file, which another user’s browser imports', async () => {
  const { text } = await on(tablet, async (code) => {
    code.saveBookmark(bookmark('1'));
    code.saveProgress(movie('2'), { watched: 100, duration: 5760 }, Date.now());
    await code.syncNow();
    return code.accountFile(new Date(0));
  });
  expect(text).not.toContain(tablet.code.sessionStore.getState().account?.token);
  const code = await createDevice(server.url).reload();
  expect(code.readLibraryFile(text)).toMatchObject({ bookmarks: 1, titles: 1, settings: {} });
  expect(code.watchedSeconds(movie('2'))).toBe(100);
});

describe('another account server', () => {
  test('leaves the library in the browser, for its owner only', async () => {
    const other = await startTestApp();
    await on(tablet, async (code) => {
      code.saveBookmark(bookmark('1'));
      await code.changeBackend(other.url);
      expect(code.sessionStore.getState().account).toBeNull();
      expect(code.bookmarksStore.getState().bookmarks).toHaveProperty('1');

      const otherUser = generatePassphrase();
      await code.register({ passphrase: otherUser, deviceName: 'TV', profile: PROFILE });
      expect(code.bookmarksStore.getState().bookmarks).toEqual({});
      await code.signOut();

      await code.register({ passphrase, deviceName: 'TV', profile: PROFILE });
      await code.syncNow();
      expect(code.bookmarksStore.getState().bookmarks).toHaveProperty('1');
      expect(code.pendingCount()).toBe(0);
    });
    await other.close();
  });
});

test('a clock that is a day ahead does not win, and one that is a day behind does not lose', async () => {
  const day = 24 * 60 * 60 * 1000;
  const watchedWithClock = async (by: number, watched: number, ago = 0): Promise<ClientCode> => {
    const real = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + by);
    const code = await createDevice(server.url).reload();
    const stop = code.correctTimesOnSkew();
    code.saveProgress(movie('2'), { watched, duration: 5760 }, Date.now() - ago);
    await code.signIn({ passphrase, deviceName: 'TV' });
    await code.syncNow();
    stop();
    clock.mockRestore();
    return code;
  };
  await watchedWithClock(day, 10, 60_000);
  const behind = await watchedWithClock(-day, 20);
  expect(behind.watchedSeconds(movie('2'))).toBe(20);
  await on(tablet, ({ pullAccount }) => pullAccount());
  expect(tablet.code.watchedSeconds(movie('2'))).toBe(20);
  const { updatedAt = 0 } = tablet.code.progressStore.getState().items['2'] ?? {};
  expect(Math.abs(updatedAt - Date.now())).toBeLessThan(day / 2);
});
