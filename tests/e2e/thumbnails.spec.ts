import type { Page } from '@playwright/test';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureMedia } from '../support/media.ts';
import { scrapeSource, textOf } from '../support/scrape-client.ts';
import { startSite, type Site } from './support/site.ts';
import { FILES, LADDER } from './support/sample-movies.ts';
import { choice } from './support/menu.ts';
import { expectPlaying, player, position } from './support/screen.ts';
import type { MovieSite } from './support/movie-site.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

const VIDEO_SECONDS = 60;

let movieSite: MovieSite;

test.beforeAll(({ sampleMovies }) => {
  movieSite = sampleMovies;
  movieSite.reset();
});

test.beforeEach(() => movieSite.mediaHost.forget());

const thumbnail = (page: Page) => player(page).locator('[data-at]');

async function wantThumbnails(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem(
      '__MW::preferences',
      JSON.stringify({ state: { enableThumbnails: true }, version: 0 }),
    );
    localStorage.setItem(
      '__MW::quality',
      JSON.stringify({
        state: { quality: { automaticQuality: false, lastChosenQuality: '720' } },
        version: 0,
      }),
    );
  });
}

async function point(page: Page, fraction: number): Promise<void> {
  const box = await position(page).boundingBox();
  if (!box) throw new Error('There is no bar');
  await page.mouse.move(box.x + box.width * fraction, box.y + box.height / 2);
}

/** Points until a thumbnail of that part of the movie is shown over the bar. */
async function expectThumbnailNear(page: Page, fraction: number): Promise<void> {
  const seconds = fraction * VIDEO_SECONDS;
  await expect(async () => {
    await point(page, fraction - 0.01);
    await point(page, fraction);
    const at = Number(await thumbnail(page).getAttribute('data-at', { timeout: 1_000 }));
    expect(Math.abs(at - seconds)).toBeLessThan(2);
  }).toPass();
}

/** The size of the thumbnail under the pointer, in its own pixels. */
const sizeOfThumbnail = (page: Page) =>
  thumbnail(page).evaluate(async (element) => {
    const url = /url\("(.+)"\)/.exec(getComputedStyle(element).backgroundImage)?.[1];
    const blob = await (await fetch(url ?? '')).blob();
    const { width, height } = await createImageBitmap(blob);
    return { width, height, bytes: blob.size };
  });

test('over the seek bar of a file thumbnails show the position under the pointer', async ({
  page,
}) => {
  await wantThumbnails(page);
  await page.goto(`${movieSite.app.url}${FILES}`);
  await expectPlaying(page);
  await expectThumbnailNear(page, 0.5);
  const { width, height, bytes } = await sizeOfThumbnail(page);
  expect({ width, height }).toEqual({ width: 341, height: 192 });
  expect(bytes).toBeLessThan(40_000);
  await expectThumbnailNear(page, 0.25);
});

test('thumbnails of a playlist come from its lowest quality, while the movie plays in its own', async ({
  page,
}) => {
  await wantThumbnails(page);
  await page.goto(`${movieSite.app.url}${LADDER}`);
  await expectPlaying(page);
  await expectThumbnailNear(page, 0.75);
  const requested = movieSite.mediaHost.requests.map(({ url }) => url.pathname);
  expect(requested.filter((path) => path.startsWith('/choices/360/')).length).toBeGreaterThan(1);
  const large = requested.filter((path) => /^\/choices\/534\/\d+/.test(path));
  expect(new Set(large).size).toBe(large.length);
  const lines = page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight);
  expect(await lines).toBe(534);
});

test('thumbnails are switched on in the menu, for the next movie too, and show by keyboard', async ({
  page,
}) => {
  await page.goto(`${movieSite.app.url}${FILES}?r=/settings/thumbnails`);
  await expectPlaying(page);
  await expect(choice(page, 'Automatic')).toBeChecked();
  await choice(page, 'Always').click();
  await position(page).focus();
  await page.keyboard.press('End');
  await expect(thumbnail(page)).toBeVisible();
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('__MW::preferences')))
    .toContain('"enableThumbnails":true');
});

test(
  'a fast device has them by default, unless the user has switched them off',
  LONG_ONLY,
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
      Object.defineProperty(navigator, 'deviceMemory', { value: 8 });
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } });
    });
    await page.goto(`${movieSite.app.url}${FILES}`);
    await expectPlaying(page);
    await expectThumbnailNear(page, 0.5);
    await page.goto(`${movieSite.app.url}${FILES}?r=/settings/thumbnails`);
    await expectPlaying(page);
    await choice(page, 'Never').click();
    await point(page, 0.5);
    await expect(thumbnail(page)).toHaveCount(0);
  },
);

test.describe('files of the operator', () => {
  let customSite: Site;
  let disk = '';

  test.beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'matinee-thumbnails-'));
    const { video360 } = await ensureMedia();
    await copyFile(video360, join(disk, 'Detour (1945) [tmdbid-20367].mp4'));
    customSite = await startSite({ MEDIA_FOLDERS: disk });
  });
  test.afterAll(async () => {
    await customSite.close();
    await rm(disk, { recursive: true });
  });

  test('a slow device shows the pictures that the server has made', async ({ page }) => {
    test.slow();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 }),
    );
    const { url } = customSite.app;
    const detour = { id: 'folder', type: 'movie', title: 'Detour', releaseYear: '1945' };
    await expect
      .poll(
        async () => {
          const [stream] = await scrapeSource(url, { ...detour, tmdbId: '20367' });
          return stream ? await textOf(stream.thumbnailTrack?.url) : '';
        },
        // ffmpeg makes them with the lowest priority, so a busy machine takes long.
        { timeout: 240_000 },
      )
      .toContain('0.jpg#xywh=');
    await page.goto(`${url}/media/tmdb-movie-20367-detour`);
    await expectPlaying(page);
    await expectThumbnailNear(page, 0.5);
    const { width, height } = await sizeOfThumbnail(page);
    expect({ width, height }).toEqual({ width: 1600, height: 900 });
  });
});
