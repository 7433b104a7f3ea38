import type { Page } from '@playwright/test';
import { TITLES, type FakeTitle } from '../support/fakes/tmdb-titles.ts';
import { stateOf } from './support/account.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying, time } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';
const panel = (page: Page) => page.getByRole('region', { name: 'What to watch next' });

test('at its end a movie suggests titles, and can be rated, hidden and played again', async ({
  page,
}) => {
  await page.goto(MOVIE);
  await expectPlaying(page);
  await expect(panel(page)).toHaveCount(0);
  // The titles arrive after the end of the movie.
  const ended = Promise.withResolvers<void>();
  await page.route('**/catalogue/3/movie/10331?*', async (route) => {
    await ended.promise;
    await route.continue();
  });
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const end = new Promise((resolve) => video.addEventListener('ended', resolve, { once: true }));
    video.currentTime = 59;
    await end;
  });
  const withoutTitles = page.getByRole('region', { name: 'The end' });
  await expect(withoutTitles.getByRole('link', { name: 'Go to home page' })).toBeFocused();
  ended.resolve();
  await expect(panel(page).getByRole('link').first()).toBeFocused();
  await expect(panel(page).getByRole('listitem').first().getByRole('link')).toBeFocused();
  await expectAccessible(page);
  await panel(page).getByTitle('4 stars').click();
  await expect.poll(() => stateOf(page, '__MW::ratings')).toHaveProperty('ratings');
  await panel(page).getByRole('button', { name: 'Play again' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expectPlaying(page);
  expect(await time(page)).toBeLessThan(10);

  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 59;
  });
  await expect(panel(page).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);

  await page.keyboard.press('k');
  await expectPlaying(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 59;
  });
  await expect(panel(page)).toBeVisible();
});

/** Listed in a different order than released. */
const PARTS: readonly FakeTitle[] = [
  ['Survival of the Living Dead', '2009-09-09'],
  ['Dawn of the Living Dead', '1978-09-02'],
  ['Morning of the Living Dead', '1967-01-01'],
].map(([title = '', date = ''], index) => ({
  kind: 'movie',
  id: 991_001 + index,
  imdbId: null,
  title,
  date,
  runtime: 100,
  collection: 7_700,
  genreIds: [27],
  poster: null,
}));

test.describe('for a movie of a collection', () => {
  let site: Site;
  test.beforeAll(async () => {
    const first = TITLES.map((one) =>
      one.kind === 'movie' && one.id === 10_331 ? { ...one, collection: 7_700 } : one,
    );
    site = await startSite({}, { titles: [...first, ...PARTS] });
  });
  test.afterAll(() => site.close());

  test('the part that was released next comes first', LONG_ONLY, async ({ page }) => {
    await page.goto(`${site.app.url}${MOVIE}`);
    await expectPlaying(page);
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 59;
    });
    const next = panel(page).getByRole('link').first();
    await expect(next).toHaveAccessibleName(/Dawn of the Living Dead.*Next in collection/);
    await expect(panel(page).getByText('Dawn of the Living Dead')).not.toHaveCount(0);
    await expect(panel(page).getByText('Next in collection')).toHaveCount(1);
    await expectAccessible(page);
  });
});
