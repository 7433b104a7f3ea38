import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { installFakeCast } from '../support/fakes/cast-television.ts';
import type { FakeTelevision } from '../support/fakes/television.ts';
import { ensureMultiTrackMedia } from '../support/multi-track-media.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite, type Site } from './support/site.ts';
import {
  clickControl,
  expectPaused,
  expectPlaying,
  expectTimeNear,
  time,
} from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

// There is no television: a script replaces Google's, at Google's address and under the page's own policy.
declare global {
  interface Window {
    readonly television?: FakeTelevision;
  }
}

const SCRIPT = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js*';
const FILES = '/media/tmdb-movie-20367-detour';
const LADDER = '/media/tmdb-movie-3085-his-girl-friday';
const STUB = `(() => {
  const television = (${installFakeCast.toString()})(window);
  Object.assign(window, { television });
  setInterval(() => television.tick(0.25), 250);
  window.__onGCastApiAvailable(true);
})()`;

let customSite: Site;
let mediaHost: Fake;

test.beforeAll(async () => {
  const media = await ensureMedia();
  const choices = await ensureMultiTrackMedia(media);
  const files = ['360', '720'].map((quality) => ({ url: `${quality}.mp4`, quality }));
  const movies = [
    { tmdbId: 20367, title: 'Detour', rights: 'Public domain', streams: files },
    { tmdbId: 3085, title: 'His Girl Friday', streams: [{ url: 'choices/master.m3u8' }] },
  ];
  const own: Readonly<Record<string, string>> = {
    '/360.mp4': media.video360,
    '/720.mp4': media.video720,
  };
  const headers = { 'access-control-allow-origin': '*' };
  mediaHost = await startFake(({ url: { pathname } }) => {
    if (pathname === '/list.json') return { body: { version: 1, name: 'The shelf', movies } };
    const inside = /^\/choices\/((?:\w+\/)?\w+\.\w+)$/.exec(pathname)?.[1];
    const file = inside === undefined ? own[pathname] : join(choices, inside);
    return file === undefined ? { status: 404 } : { file, headers };
  });
  customSite = await startSite({ MANIFEST: `${mediaHost.url}/list.json` });
});

test.afterAll(async () => {
  await customSite.close();
  await mediaHost.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notice = (page: Page) => page.getByText('Playing on Living Room');

function screenOf(page: Page): Promise<FakeTelevision['screen']> {
  return page.evaluate(() => {
    if (!window.television) throw new Error('no television');
    return { ...window.television.screen };
  });
}

function loadsOf(page: Page) {
  return page.evaluate(() =>
    (window.television?.loads ?? []).map(({ media, currentTime, autoplay }) => {
      return { media: { ...media }, currentTime, autoplay };
    }),
  );
}

async function watch(page: Page, path: string, stub = STUB): Promise<readonly string[]> {
  const requested: string[] = [];
  await page.route(SCRIPT, async (route) => {
    requested.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: stub });
  });
  await page.goto(`${customSite.app.url}${path}`);
  await expectPlaying(page);
  return requested;
}

test('casting continues at the same second, there and back, by keyboard only', async ({ page }) => {
  const requested = await watch(page, FILES);
  expect(requested).toEqual([]);
  await page.keyboard.press('l');
  await expectPlaying(page, 10);
  await button(page, 'Cast').focus();
  // The movie plays on here until the television is found.
  await page.locator('video').evaluate((movie: HTMLVideoElement) => {
    const note = () => (document.documentElement.dataset.played = String(movie.currentTime));
    movie.addEventListener('timeupdate', () => movie.hasAttribute('src') && note());
    note();
  });
  await page.keyboard.press('Enter');
  await expect(notice(page)).toBeVisible();
  expect(requested).toHaveLength(1);
  await expect(button(page, 'Cast')).toHaveAttribute('aria-pressed', 'true');

  await expect.poll(async () => (await screenOf(page)).isLoaded).toBe(true);
  const [load] = await loadsOf(page);
  expect(load).toMatchObject({ autoplay: true, media: { contentType: 'video/mp4' } });
  expect(load?.media['metadata']).toMatchObject({ title: expect.stringContaining('Detour') });
  const played = Number(await page.locator('html').getAttribute('data-played'));
  expect(played).toBeGreaterThan(10);
  expect(Math.abs((load?.currentTime ?? 0) - played)).toBeLessThan(2);
  expect(await page.locator('video').evaluate((movie) => movie.getAttribute('src'))).toBeNull();
  await expectAccessible(page);

  await page.keyboard.press('k');
  await expect.poll(async () => (await screenOf(page)).isPaused).toBe(true);
  const paused = (await screenOf(page)).time;
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await screenOf(page)).time).toBeCloseTo(paused + 5, 1);
  await page.keyboard.press('m');
  await expect.poll(async () => (await screenOf(page)).isMuted).toBe(true);
  await page.keyboard.press('m');
  await expect.poll(async () => (await screenOf(page)).isMuted).toBe(false);
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await screenOf(page)).volume).toBeCloseTo(0.55, 2);
  const slider = page.getByRole('slider', { name: 'Playback position' });
  const seconds = String(Math.floor(paused + 5)).padStart(2, '0');
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^0?0:${seconds} of`));

  await button(page, 'Cast').focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveCount(0);
  await expectPaused(page, true);
  await expectTimeNear(page, paused + 5);
});

test(
  'a movie returns when the television disconnects, and has quality settings there, too',
  LONG_ONLY,
  async ({ page }) => {
    await watch(page, FILES);
    await clickControl(page, button(page, 'Cast'));
    await expect(notice(page)).toBeVisible();
    await button(page, 'Settings').click();
    await page.getByRole('menuitem', { name: /^Quality/ }).click();
    await page.getByRole('menuitemradio', { name: '360p' }).click();
    await expect.poll(async () => (await loadsOf(page)).length).toBe(2);
    const [first, second] = await loadsOf(page);
    expect(second?.media['contentId']).not.toBe(first?.media['contentId']);
    expect(second?.currentTime).toBeGreaterThanOrEqual(first?.currentTime ?? 0);
    const { time: there } = await screenOf(page);
    await page.evaluate(() => window.television?.leave());
    await expect(notice(page)).toHaveCount(0);
    await expectPlaying(page, there - 1);
    await expectTimeNear(page, there + 1);
  },
);

test(
  'the television gets a playlist’s segment format, and renders its captions',
  LONG_ONLY,
  async ({ page }) => {
    const voices = [
      { trackId: 11, type: 'AUDIO', language: 'en' },
      { trackId: 21, type: 'TEXT', language: 'en', name: 'English' },
    ];
    const found = `television.audioTracks = ${JSON.stringify(voices)}; window.__onGCast`;
    await watch(page, LADDER, STUB.replace('window.__onGCast', found));
    await clickControl(page, button(page, 'Cast'));
    await expect.poll(async () => (await loadsOf(page)).length).toBe(1);
    const [load] = await loadsOf(page);
    expect(load?.media).toMatchObject({
      contentType: 'application/x-mpegurl',
      hlsSegmentFormat: 'fmp4',
      hlsVideoSegmentFormat: 'fmp4',
    });
    await expect(notice(page)).toBeVisible();
    const lastEdit = () => page.evaluate(() => window.television?.edits.at(-1));
    await page.keyboard.press('c');
    await expect.poll(lastEdit).toEqual([11, 21]);
    await page.keyboard.press('c');
    await expect.poll(lastEdit).toEqual([11]);
  },
);

test('casting continues after a reload', LONG_ONLY, async ({ page }) => {
  await watch(page, FILES);
  await clickControl(page, button(page, 'Cast'));
  await expect(notice(page)).toBeVisible();
  await page.unroute(SCRIPT);
  const joining = STUB.replace('window.__onGCast', 'television.join(); window.__onGCast');
  await page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: joining }),
  );
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expect.poll(async () => (await screenOf(page)).isLoaded).toBe(true);
});

test.describe('without the cast service', () => {
  test.use({ allowedErrors: /cast_sender\.js|ERR_FAILED/ });

  test('the movie plays on here, and the button shows what is missing', async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto(`${customSite.app.url}${FILES}`);
    await expectPlaying(page);
    await clickControl(page, button(page, 'Cast'));
    await expect(page.getByText(/^Casting isn't available/)).toBeVisible();
    await expectPlaying(page, await time(page));
  });
});
