import { FILES } from './support/sample-movies.ts';
import { choice, lines, openSettings, row } from './support/menu.ts';
import { brightness, expectPlaying, expectTimeNear, time } from './support/screen.ts';
import type { MovieSite } from './support/movie-site.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

let movieSite: MovieSite;

test.beforeAll(({ sampleMovies }) => {
  movieSite = sampleMovies;
  movieSite.reset();
});

test.beforeEach(() => movieSite.mediaHost.behave('normal'));

const KBIT = 1_000 / 8;

test(
  'a movie in files switches down to what a slow connection carries, and up again',
  LONG_ONLY,
  async ({ page }) => {
    test.slow();
    movieSite.mediaHost.behave({ bytesPerSecond: 250 * KBIT }, ({ url }) =>
      /\/(?:1080|720|480)\.mp4$/.test(url.pathname),
    );
    await page.goto(`${movieSite.app.url}${FILES}`);
    await expect.poll(() => lines(page), { timeout: 60_000 }).toBe(360);
    await expectPlaying(page);
    await openSettings(page);
    await expect(row(page, /^Quality/)).toContainText('Automatic · 360p');
    await page.keyboard.press('Escape');

    movieSite.mediaHost.behave('normal');
    const last = { seconds: 0 };
    await expect
      .poll(
        async () => {
          const now = await lines(page);
          if (now === 360) last.seconds = await time(page);
          return now;
        },
        { timeout: 60_000 },
      )
      .toBe(1080);
    await expectTimeNear(page, last.seconds);
    await expectPlaying(page, last.seconds);
  },
);

test('the last frame stays while another quality is loaded', async ({ page }) => {
  await page.goto(`${movieSite.app.url}${FILES}`);
  await expectPlaying(page);
  movieSite.mediaHost.behave({ slowMs: 3_600_000 }, ({ url }) => url.pathname === '/480.mp4');
  await openSettings(page, /^Quality/);
  await choice(page, '480p').click();
  await expect.poll(() => lines(page)).toBe(0);
  expect(await brightness(page)).toBeGreaterThan(40);
});
