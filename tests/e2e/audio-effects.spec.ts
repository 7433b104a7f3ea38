import type { Page } from '@playwright/test';
import { LADDER } from './support/sample-movies.ts';
import { menu } from './support/menu.ts';
import { expectPlaying } from './support/screen.ts';
import type { MovieSite } from './support/movie-site.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

let movieSite: MovieSite;
test.beforeAll(({ sampleMovies }) => {
  movieSite = sampleMovies;
  movieSite.reset();
});
/** Analyses the output of Web Audio. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const connect: unknown = Reflect.get(AudioNode.prototype, 'connect');
    if (typeof connect !== 'function') return;
    Reflect.set(AudioNode.prototype, 'connect', function (this: AudioNode, ...to: unknown[]) {
      if (to[0] instanceof AudioDestinationNode) {
        const analyser = new AnalyserNode(this.context);
        Reflect.apply(connect, this, [analyser]);
        Reflect.set(globalThis, 'heard', analyser);
      }
      const next: unknown = Reflect.apply(connect, this, to);
      return next;
    });
  });
}

/** The current peak sample; null while nothing is routed. */
const loudness = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const analyser: unknown = Reflect.get(globalThis, 'heard');
    if (!(analyser instanceof AnalyserNode)) return null;
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    return Math.max(...samples.map(Math.abs));
  });

test('night mode is audible, follows mute, and starts with its first use', async ({ page }) => {
  await listen(page);
  await page.goto(`${movieSite.app.url}${LADDER}?r=/settings/audio`);
  await expectPlaying(page);
  const nightMode = menu(page, 'Audio').getByRole('switch', { name: 'Night mode' });
  await expect(nightMode).toBeVisible();
  expect(await loudness(page)).toBeNull();
  await nightMode.click();
  await expect(nightMode).toBeChecked();
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.01);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('m');
  await expect.poll(() => loudness(page)).toBe(0);
  await page.keyboard.press('m');
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.01);
});

test(
  'night mode is kept for the next visits, until it is switched off',
  LONG_ONLY,
  async ({ page }) => {
    await listen(page);
    const movie = `${movieSite.app.url}${LADDER}`;
    await page.goto(`${movie}?r=/settings/audio`);
    await expectPlaying(page);
    await menu(page, 'Audio').getByRole('switch', { name: 'Night mode' }).click();
    await expect.poll(() => loudness(page)).toBeGreaterThan(0.01);

    await page.goto(movie);
    await expectPlaying(page);
    await page.keyboard.press('Shift');
    await expect.poll(() => loudness(page)).toBeGreaterThan(0.01);
    await page.goto(`${movie}?r=/settings/audio`);
    const nightMode = menu(page, 'Audio').getByRole('switch', { name: 'Night mode' });
    await expect(nightMode).toBeVisible();
    await page.keyboard.press('Shift');
    await expect(nightMode).toBeChecked();
    await nightMode.click();
    await page.goto(movie);
    await expectPlaying(page);
    await page.keyboard.press('Shift');
    await expectPlaying(page);
    expect(await loudness(page)).toBeNull();
  },
);

test('a cross-origin file keeps its sound, and the menu explains why there is no effect', async ({
  page,
  site,
}) => {
  await listen(page);
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead?r=/settings/audio');
  await expectPlaying(page);
  const address = await page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentSrc);
  expect(new URL(address).host).toBe(site.archive.host);
  await expect(menu(page, 'Audio')).toContainText("doesn't let this site change the sound");
  await expect(menu(page, 'Audio').getByRole('switch')).toHaveCount(0);
  expect(await loudness(page)).toBeNull();
});
