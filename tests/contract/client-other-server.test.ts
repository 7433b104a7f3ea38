// The client's own code on servers of the first and second generation, from registration to logout.
import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDevice, type ClientCode } from '../support/client.ts';
import { startAccountServer, type AccountServer } from '../support/fakes/account-server.ts';
import type { Generation } from '../support/fakes/older-server.ts';
import { PROFILE } from '../support/identity.ts';

let server: AccountServer;
let passphrase: string;
const start = async (generation: Generation) => {
  server = await startAccountServer(generation);
};
beforeEach(() => {
  passphrase = generatePassphrase();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const register = (code: ClientCode) =>
  code.register({ passphrase, deviceName: 'Laptop', profile: PROFILE });
const POSTER = 'https://image.test/603.jpg';
const movie = { tmdbId: '603', type: 'movie' as const, title: 'The Matrix', year: 1999 };
const meta = { type: 'movie' as const, title: 'The Matrix', releaseYear: 1999, tmdbId: '603' };
const requested = () =>
  server.requests.map(({ method, url }) => `${method} ${url.pathname.split('/')[3] ?? ''}`);
const optional = () => requested().filter((one) => /watch-history|group-order|ratings/.test(one));

describe.each(['original', 'p-stream'] as const)('a new account on %s', (generation) => {
  test('has the settings chosen before it was created', async () => {
    await start(generation);
    const laptop = createDevice(server.url);
    const code = await laptop.reload();
    code.setTheme('red');
    code.setLanguage('de');
    code.setPlayback({ enableAutoplay: false, enableThumbnails: true });
    code.saveCaptions({ lastSelectedLanguage: 'he' });
    expect(await register(code)).toEqual({ is: 'registered' });
    await code.syncNow();
    await code.syncNow();
    const chosen = () => ({
      theme: code.themeStore.getState().theme,
      language: code.languageStore.getState().language,
      captions: code.captionStore.getState().lastSelectedLanguage,
      autoplay: code.playbackStore.getState().enableAutoplay,
      thumbnails: code.playbackStore.getState().enableThumbnails,
    });
    const mine = {
      theme: 'red',
      language: 'de',
      captions: 'he',
      autoplay: false,
      thumbnails: true,
    };
    expect(chosen()).toEqual(mine);
    expect(server.account().settings).toMatchObject({
      applicationTheme: 'red',
      applicationLanguage: 'de',
      defaultSubtitleLanguage: 'he',
    });

    const phone = await createDevice(server.url).reload();
    await phone.signIn({ passphrase, deviceName: 'Phone' });
    await phone.syncNow();
    expect(phone.themeStore.getState().theme).toBe('red');
    expect(phone.languageStore.getState().language).toBe('de');
    // The language is reset to the browser's: for the account, and for this device.
    laptop.wake();
    code.setLanguage(null);
    code.setShownLanguage('en-US');
    await code.syncNow();
    await code.syncNow();
    expect(code.languageStore.getState().language).toBeNull();
    const left = generation === 'original' ? null : 'en-US';
    expect(server.account().settings).toMatchObject({ applicationLanguage: left });
  });
});

describe('on a server of the first generation', () => {
  beforeEach(() => start('original'));

  test('a user with progress logs out without a prompt, and finds it again', async () => {
    const laptop = createDevice(server.url);
    const code = await laptop.reload();
    await register(code);
    code.saveBookmark(movie);
    code.setGroupOrder(['Later']);
    code.saveProgress(meta, { watched: 100, duration: 5760 }, Date.now());
    code.rate(movie, 8);
    await code.syncNow();
    expect(await code.signOut()).toEqual({ is: 'signedOut' });
    expect(code.historyStore.getState().items).toEqual({});
    expect([...server.account().bookmarks.keys()]).toEqual(['603']);

    expect(await code.signIn({ passphrase, deviceName: 'Laptop' })).toEqual({ is: 'signedIn' });
    await code.syncNow();
    expect(Object.keys(code.historyStore.getState().items)).toEqual(['603/']);
    expect(code.ratingsStore.getState().ratings).toMatchObject({ 'movie/603': { rating: 8 } });
    expect(Object.keys(code.bookmarksStore.getState().bookmarks)).toEqual(['603']);
    const file: unknown = JSON.parse(code.libraryFile(new Date()).text);
    expect(file).toMatchObject({ history: { '603/': { title: 'The Matrix' } } });
  });

  test('another user of the same browser does not see it', async () => {
    const code = await createDevice(server.url).reload();
    await register(code);
    code.saveProgress(meta, { watched: 100, duration: 5760 }, Date.now());
    await code.syncNow();
    await code.signOut();
    passphrase = generatePassphrase();
    await register(code);
    await code.syncNow();
    expect(code.historyStore.getState().items).toEqual({});
  });

  test('missing routes are requested once in many visits', async () => {
    const laptop = createDevice(server.url);
    const first = await laptop.reload();
    await register(first);
    first.setGroupOrder(['Later']);
    first.saveProgress(meta, { watched: 100, duration: 5760 }, Date.now());
    first.rate(movie, 8);
    await first.syncNow();
    expect(optional()).toEqual(['GET group-order', 'GET watch-history', 'GET ratings']);
    server.forget();
    for (let visit = 0; visit < 5; visit += 1) {
      const code = await laptop.reload();
      await code.syncNow();
      expect(code.hasPending()).toBe(false);
    }
    expect(optional()).toEqual([]);
    const code = await laptop.reload();
    expect(Object.keys(code.historyStore.getState().items)).toEqual(['603/']);
    expect(code.bookmarksStore.getState().groupOrder).toEqual(['Later']);
  });
});

describe('on a server of the second generation', () => {
  beforeEach(() => start('p-stream'));

  test('a device that saved a title before login clears neither its groups nor its poster', async () => {
    const laptop = await createDevice(server.url).reload();
    await register(laptop);
    laptop.saveBookmark({ ...movie, poster: POSTER });
    laptop.setBookmarkGroups('603', ['[FILM]Favorites']);
    await laptop.syncNow();
    expect(server.account().bookmarks.get('603')).toMatchObject({ group: ['[FILM]Favorites'] });

    const phone = await createDevice(server.url).reload();
    phone.saveBookmark(movie);
    await phone.signIn({ passphrase, deviceName: 'Phone' });
    // Pending changes may be sent before the account was read.
    expect(await phone.flushChanges()).toBe(true);
    await phone.syncNow();
    expect(server.account().bookmarks.get('603')).toMatchObject({
      group: ['[FILM]Favorites'],
      meta: { poster: POSTER },
    });
    expect(phone.bookmarksStore.getState().bookmarks['603']).toMatchObject({
      group: ['[FILM]Favorites'],
      poster: POSTER,
    });
  });

  test('history, ratings and the group order are stored on that server', async () => {
    const code = await createDevice(server.url).reload();
    await register(code);
    code.setGroupOrder(['Later']);
    code.saveProgress(meta, { watched: 100, duration: 5760 }, Date.now());
    code.storeProgress();
    code.rate(movie, 8);
    await code.syncNow();
    expect([...server.account().ratings.keys()]).toEqual(['603']);
    expect(server.account()).toMatchObject({ groupOrder: ['Later'] });
    expect([...server.account().history.keys()]).toEqual(['603']);
    expect(code.pendingHistory()).toEqual([]);
  });
});
