import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startFake, type Fake, type FakeResponse } from '../support/fakes/http.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';
import { ensureUnsupportedMedia } from '../support/unsupported-media.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying, player, playback, time } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, longAfterFirst, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';
const DETOUR = '/media/tmdb-movie-20367-detour';
const GIRL = '/media/tmdb-movie-3085-his-girl-friday';

let mediaHost: Fake;
let spare: Fake;
let customSite: Site;

/** The folder of the playlist on the media host, and its invalid segments. */
let playlist = '';
let garbled = /^$/;
let odd = '';

test.beforeAll(async () => {
  const media = await ensureMedia();
  odd = await ensureUnsupportedMedia(media);
  const list = (id: number, title: string, url: string) => ({
    tmdbId: id,
    title,
    rights: 'Public domain',
    streams: [{ url }],
  });
  const movies = [
    list(10331, 'Night of the Living Dead', 'heavy.mp4'),
    list(3085, 'His Girl Friday', 'list/index.m3u8'),
  ];
  mediaHost = await startFake(({ url: { pathname } }): FakeResponse => {
    if (pathname === '/list.json') return { body: { version: 1, name: 'The shelf', movies } };
    if (pathname === '/heavy.mp4') return { file: join(odd, 'heavy.mp4') };
    if (garbled.test(pathname)) return { body: Buffer.alloc(40_000, 'nonsense') };
    const inside = /^\/list\/([\w-]+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: join(playlist, inside) };
  });
  spare = await startStremio({
    media: { ...media, video720: join(odd, 'hevc.mp4') },
    streams: {
      'movie/tt0063350': [{ name: 'Shelf 360p', plays: 'file360' }],
      'movie/tt0032599': [{ name: 'Shelf 360p', plays: 'file360' }],
      'movie/tt0037638': [
        { name: 'Shelf 720p', plays: 'file720' },
        { name: 'Shelf 360p', plays: 'playlist' },
      ],
    },
  });
  customSite = await startSite({
    MANIFEST: `${mediaHost.url}/list.json`,
    STREMIO_ADDONS: `${spare.url}/shelf/manifest.json`,
  });
});

test.afterAll(async () => {
  await customSite.close();
  await Promise.all([mediaHost.close(), spare.close()]);
});

test.beforeEach(({ page }) => {
  customSite.reset();
  customSite.archive.behave('empty');
  mediaHost.behave('normal');
  garbled = /^$/;
  // The spare host loses each race, however slow the other host is, but is there when it is needed.
  const started = Promise.withResolvers<void>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/stream/')) started.resolve();
  });
  spare.behave({ until: started.promise }, ({ url }) => url.pathname.includes('/stream/'));
});

test.use({ allowedErrors: /Failed to load resource|ERR_/ });

const goTo = (page: Page, path: string) => page.goto(`${customSite.app.url}${path}`);

const notice = (page: Page) =>
  player(page).getByRole('status').filter({ hasText: 'Now playing from' });

test.describe('the audio of a playlist', () => {
  for (const [at, [folder, codec]] of (
    [
      ['ac3', 'AC-3'],
      ['eac3', 'E-AC-3'],
    ] as const
  ).entries()) {
    const title = `in ${codec} is replaced by a source with another codec`;
    test(title, longAfterFirst(at), async ({ page }) => {
      playlist = join(odd, folder);
      await goTo(page, GIRL);
      await expect(notice(page)).toContainText(`The shelf (${codec})`);
      await expectPlaying(page, 3);
    });
  }

  test('without an alternative is reported, and the video plays on', async ({ page }) => {
    playlist = join(odd, 'ac3');
    spare.behave('empty');
    await goTo(page, GIRL);
    await expect(page.getByRole('status').filter({ hasText: 'No sound' })).toContainText('(AC-3)');
    await expectAccessible(page);
    await expectPlaying(page, 3);
  });

  for (const folder of ['silent', 'aac']) {
    test(`is not reported where it is ${folder}`, LONG_ONLY, async ({ page }) => {
      playlist = join(odd, folder);
      await goTo(page, GIRL);
      await expectPlaying(page, 4);
      await expect(player(page).getByText(/sound|Now playing/)).toHaveCount(0);
    });
  }
});

test('another stream of the same source comes before other sources', async ({ page }) => {
  // The server fails to inspect the file, and sends it as it is.
  let isInspected = false;
  spare.behave('down', ({ url }) => {
    if (isInspected || !url.pathname.endsWith('720.mp4')) return false;
    return (isInspected = true);
  });
  await goTo(page, DETOUR);
  await expect(player(page).getByRole('status').filter({ hasText: '(HEVC)' })).toHaveText(
    /one of the streams from Public Domain Shelf \(HEVC\).* from the same source/,
  );
  await expectAccessible(page);
  await expectPlaying(page, 3);
  await expect(page.getByRole('button', { name: /^Go back/ })).toHaveCount(0);
});

test.describe('an invalid segment', () => {
  for (const [at, [format, folder, segment]] of (
    [
      ['MPEG-TS', 'aac', '2.ts'],
      ['mp4', 'hls', 'segment-004.m4s'],
    ] as const
  ).entries()) {
    test(`in ${format} is skipped`, longAfterFirst(at), async ({ page }) => {
      const media = await ensureMedia();
      playlist = folder === 'hls' ? join(media.hls, '360') : join(odd, folder);
      garbled = new RegExp(`/${segment}$`);
      await goTo(page, GIRL);
      await expectPlaying(page, 3);
      await expect.poll(() => time(page), { timeout: 60_000 }).toBeGreaterThan(14);
      await expect(page.getByText('Failed to play video!')).toHaveCount(0);
      await expect(notice(page)).toHaveCount(0);
    });
  }
});

/** Lets the player's limits of 10 and 20 seconds pass in steps until the locator is visible. */
const passTimeUntil = (page: Page, target: Locator) =>
  expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass();

test.describe('a server that stops sending', () => {
  test.beforeEach(({ page }) => page.clock.install());

  test(
    'a file is requested again, and then replaced by the next source at the same second',
    LONG_ONLY,
    async ({ page }) => {
      await goTo(page, NIGHT);
      await expectPlaying(page);
      mediaHost.behave({ stallsAfter: 300_000 }, ({ url }) => url.pathname === '/heavy.mp4');
      await page.keyboard.press('5');
      await passTimeUntil(page, page.getByText("The video isn't loading. Trying again…"));
      await passTimeUntil(page, notice(page));
      await expect(notice(page)).toHaveText(/The shelf.* Now playing from Public Domain Shelf/);
      await expectPlaying(page, 30);
      expect(await time(page)).toBeLessThan(45);
      expect((await playback(page)).isPaused).toBe(false);
    },
  );

  test(
    'a playlist continues after the segment that does not arrive',
    LONG_ONLY,
    async ({ page }) => {
      const media = await ensureMedia();
      playlist = join(media.hls, '360');
      mediaHost.behave({ stallsAfter: 100 }, ({ url }) => url.pathname.endsWith('segment-004.m4s'));
      await goTo(page, GIRL);
      await expectPlaying(page, 4);
      const words = page.getByText("The video isn't loading. Trying again…");
      await passTimeUntil(page, words);
      await expect(async () => {
        await page.clock.fastForward(5_000);
        expect(await time(page)).toBeGreaterThan(11);
      }).toPass({ timeout: 60_000 });
      await expect(words).toHaveCount(0);
      await expect(notice(page)).toHaveCount(0);
    },
  );
});
