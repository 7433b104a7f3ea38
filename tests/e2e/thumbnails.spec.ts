import type { Page } from '@playwright/test';
import { FILES, LADDER, startSampleMovies } from './support/sample-movies.ts';
import { choice } from './support/menu.ts';
import { expectPlaying, player, position } from './support/screen.ts';
import type { MovieSite } from './support/movie-site.ts';
import { expect, test } from './support/test.ts';

const FILM_SECONDS = 60;

let movieSite: MovieSite;

test.beforeAll(async () => {
  movieSite = await startSampleMovies();
});

test.afterAll(() => movieSite.close());

test.beforeEach(() => movieSite.mediaHost.forget());

const picture = (page: Page) => player(page).locator('[data-at]');

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

/** Points until a picture from that part of the movie hangs over the bar. */
async function expectPictureNear(page: Page, fraction: number): Promise<void> {
  const seconds = fraction * FILM_SECONDS;
  await expect(async () => {
    await point(page, fraction - 0.01);
    await point(page, fraction);
    const at = Number(await picture(page).getAttribute('data-at', { timeout: 1_000 }));
    expect(Math.abs(at - seconds)).toBeLessThan(2);
  }).toPass({ timeout: 30_000 });
}

/** How large the picture under the pointer is, in its own pixels. */
const sizeOfPicture = (page: Page) =>
  picture(page).evaluate(async (element) => {
    const url = /url\("(.+)"\)/.exec(getComputedStyle(element).backgroundImage)?.[1];
    const blob = await (await fetch(url ?? '')).blob();
    const { width, height } = await createImageBitmap(blob);
    return { width, height, bytes: blob.size };
  });

test('over the bar of a file hang small pictures of the place under the pointer', async ({
  page,
}) => {
  await wantThumbnails(page);
  await page.goto(`${movieSite.app.url}${FILES}`);
  await expectPlaying(page);
  await expectPictureNear(page, 0.5);
  const { width, height, bytes } = await sizeOfPicture(page);
  expect({ width, height }).toEqual({ width: 341, height: 192 });
  expect(bytes).toBeLessThan(40_000);
  await expectPictureNear(page, 0.25);
});

test('those of a playlist are taken from its smallest picture, while the movie plays in its own', async ({
  page,
}) => {
  await wantThumbnails(page);
  await page.goto(`${movieSite.app.url}${LADDER}`);
  await expectPlaying(page);
  await expectPictureNear(page, 0.75);
  const asked = movieSite.mediaHost.requests.map(({ url }) => url.pathname);
  expect(asked.filter((path) => path.startsWith('/choices/360/')).length).toBeGreaterThan(1);
  const large = asked.filter((path) => /^\/choices\/534\/\d+/.test(path));
  expect(new Set(large).size).toBe(large.length);
  const lines = page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight);
  expect(await lines).toBe(534);
});

test('they are chosen in the menu, for the next movie too, and the keyboard sees them', async ({
  page,
}) => {
  await page.goto(`${movieSite.app.url}${FILES}?r=/settings/thumbnails`);
  await expectPlaying(page);
  await expect(choice(page, 'Automatic')).toBeChecked();
  await choice(page, 'On').click();
  await position(page).focus();
  await page.keyboard.press('End');
  await expect(picture(page)).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('__MW::preferences')))
    .toContain('"enableThumbnails":true');
});

test('a fast device has them without being asked, unless somebody has switched them off', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
    Object.defineProperty(navigator, 'deviceMemory', { value: 8 });
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } });
  });
  await page.goto(`${movieSite.app.url}${FILES}`);
  await expectPlaying(page);
  await expectPictureNear(page, 0.5);
  await page.goto(`${movieSite.app.url}${FILES}?r=/settings/thumbnails`);
  await expectPlaying(page);
  await choice(page, 'Off').click();
  await point(page, 0.5);
  await expect(picture(page)).toHaveCount(0);
});
