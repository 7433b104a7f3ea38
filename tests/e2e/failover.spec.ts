import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startFake, type Fake, type FakeResponse } from '../support/fakes/http.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';
import { ensureUnsupportedMedia } from '../support/unsupported-media.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying, expectTimeNear, player, playback, time } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const HEAVY = '/media/tmdb-movie-20367-detour';
const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';
const GIRL = '/media/tmdb-movie-3085-his-girl-friday';

let mediaHost: Fake;
let spare: Fake;
let customSite: Site;

/** The media host's file for each movie. The spare host, an add-on, has a copy of the second one. */
let videoFiles: Record<string, string> = {};
let lost = /^$/;
/** The server then fails to inspect the file, and sends it as it is. */
let isInspectionRefused = false;

test.beforeAll(async () => {
  const media = await ensureMedia();
  const odd = await ensureUnsupportedMedia(media);
  const list = (id: number, title: string, url: string) => ({
    tmdbId: id,
    title,
    rights: 'Public domain',
    streams: [{ url }],
  });
  const movies = [
    list(20367, 'Detour', 'heavy.mp4'),
    list(10331, 'Night of the Living Dead', 'film.mp4'),
    list(3085, 'His Girl Friday', 'hls/720/index.m3u8'),
  ];
  mediaHost = await startFake(({ url: { pathname } }): FakeResponse => {
    if (pathname === '/list.json') return { body: { version: 1, name: 'The shelf', movies } };
    if (pathname === '/heavy.mp4') return { file: join(odd, 'heavy.mp4') };
    if (pathname === '/film.mp4' && isInspectionRefused) {
      isInspectionRefused = false;
      return { status: 503 };
    }
    if (pathname === '/film.mp4') return { file: join(odd, videoFiles.night ?? 'ac3.mp4') };
    if (lost.test(pathname)) return { status: 404 };
    const inside = /^\/hls\/((?:\w+\/)?[\w-]+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: join(media.hls, inside) };
  });
  spare = await startStremio({
    media,
    streams: { 'movie/tt0063350': [{ name: 'Shelf 360p', plays: 'file360' }] },
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

test.beforeEach(() => {
  customSite.reset();
  customSite.archive.behave('empty');
  mediaHost.behave('normal');
  mediaHost.forget();
  // The spare host loses each race, but is there when it is needed.
  spare.behave({ slowMs: 1_000 }, ({ url }) => url.pathname.includes('/stream/'));
});

test.use({ allowedErrors: /Failed to load resource|ERR_/ });

const goTo = (page: Page, path: string) => page.goto(`${customSite.app.url}${path}`);
const isVideo = ({ url }: { readonly url: URL }) => url.pathname.endsWith('.mp4');

test('a source that is down for two seconds is waited for, and the movie continues', async ({
  page,
}) => {
  await goTo(page, HEAVY);
  await expectPlaying(page);
  // The first check loads axe, which takes too long for the seconds until the player gives up.
  await expectAccessible(page);
  mediaHost.behave('down', isVideo);
  await page.keyboard.press('8');
  await expect(page.getByText("The video isn't loading. Trying again…")).toBeVisible();
  await expectAccessible(page);
  mediaHost.behave('normal');
  await expectPlaying(page, 48.1);
  await expect(page.getByText("The video isn't loading. Trying again…")).toHaveCount(0);
});

test(
  'a pause and a seek while the movie waits apply when it continues',
  LONG_ONLY,
  async ({ page }) => {
    await goTo(page, HEAVY);
    await expectPlaying(page);
    mediaHost.behave('down', isVideo);
    await page.keyboard.press('8');
    await expect(page.getByText("The video isn't loading. Trying again…")).toBeVisible();
    await page.keyboard.press('k');
    await page.keyboard.press('7');
    mediaHost.behave('normal');
    await expectTimeNear(page, 42);
    await expect(page.getByText("The video isn't loading. Trying again…")).toHaveCount(0);
    expect((await playback(page)).isPaused).toBe(true);
    await page.keyboard.press('k');
    await expectPlaying(page, 42);
  },
);

const notice = (page: Page) =>
  player(page).getByRole('status').filter({ hasText: 'Now playing from' });

test('a source that denies access is replaced by the next one at the same second, and back', async ({
  page,
}) => {
  videoFiles = { night: 'heavy.mp4' };
  await goTo(page, NIGHT);
  await expectPlaying(page);
  await page.keyboard.press('>');
  mediaHost.behave('forbidden', isVideo);
  await page.keyboard.press('5');
  await expect(notice(page)).toHaveText(/The shelf.* Now playing from Public Domain Shelf/);
  // It offers the way back for fifteen seconds, and as long as a pointer is over it.
  await page.getByRole('button', { name: 'Go back to The shelf' }).hover();
  await expectPlaying(page, 30);
  expect(await playback(page)).toMatchObject({ rate: 1.25, isPaused: false });
  expect(await time(page)).toBeLessThan(50);
  mediaHost.behave('normal');
  await page.getByRole('button', { name: 'Go back to The shelf' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);
  // The other source plays on until this one is found again.
  await expect.poll(() => mediaHost.requests.at(-1)?.url.pathname).toBe('/film.mp4');
  await expectPlaying(page, 30);
});

test('a viewer can switch away from a source that is down', LONG_ONLY, async ({ page }) => {
  videoFiles = { night: 'heavy.mp4' };
  await goTo(page, NIGHT);
  await expectPlaying(page);
  mediaHost.behave('down', isVideo);
  await page.keyboard.press('5');
  await page.getByRole('button', { name: 'Try next source' }).click();
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page);
  await expectPlaying(page, 30);
});

test(
  'a video that the browser cannot decode is replaced by another source',
  LONG_ONLY,
  async ({ page }) => {
    videoFiles = { night: 'hevc.mp4' };
    isInspectionRefused = true;
    await goTo(page, NIGHT);
    await expect(notice(page)).toHaveText(/can't decode .*The shelf \(HEVC\)/);
    await expectPlaying(page, 3);
  },
);

test(
  'an unsupported video codec without an alternative is named on the error screen',
  LONG_ONLY,
  async ({ page }) => {
    videoFiles = { night: 'hevc.mp4' };
    isInspectionRefused = true;
    spare.behave('empty');
    await goTo(page, NIGHT);
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to play video!' });
    await expect(alert).toContainText("can't decode this video's picture (HEVC)");
    await expectAccessible(page);
  },
);

test(
  'an unsupported audio codec is reported, and the video plays on',
  LONG_ONLY,
  async ({ page }) => {
    videoFiles = { night: 'ac3.mp4' };
    isInspectionRefused = true;
    spare.behave('empty');
    await goTo(page, NIGHT);
    await expect(page.getByRole('status').filter({ hasText: 'No sound' })).toContainText('(AC-3)');
    await expectAccessible(page);
    await expectPlaying(page, 3);
  },
);

test(
  'audio that the browser cannot decode is replaced by a source with another codec',
  LONG_ONLY,
  async ({ page }) => {
    videoFiles = { night: 'ac3.mp4' };
    isInspectionRefused = true;
    await goTo(page, NIGHT);
    await expect(notice(page)).toHaveText(/can't decode .*The shelf \(AC-3\)/);
    await expectPlaying(page, 3);
  },
);

test('a silent movie is not reported', LONG_ONLY, async ({ page }) => {
  videoFiles = { night: 'silent.mp4' };
  await goTo(page, NIGHT);
  await expectPlaying(page, 4);
  await expect(player(page).getByText(/sound|Now playing/)).toHaveCount(0);
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(
    360,
  );
});

test('three lost segments in a row are skipped', LONG_ONLY, async ({ page }) => {
  lost = /segment-00[345]\.m4s$/;
  await goTo(page, GIRL);
  await expectPlaying(page, 4);
  await expect(page.getByText("Skipped a part that couldn't be loaded.")).toBeVisible();
  await expect.poll(() => time(page)).toBeGreaterThan(13);
});
