import type { Locator, Page } from '@playwright/test';
import { STARTED_SERIES, storeLibrary } from './support/library.ts';
import { card } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const sheet = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const CHARADE = '/?m=details&title=tmdb-movie-4808-charade';
const SERIES = '/?m=details&title=tmdb-tv-1930-the-beverly-hillbillies';

test('a card’s info button opens the details, and Back closes them', async ({ page }) => {
  await page.goto('/browse/charade');
  await card(page, /Charade/).hover();
  const info = page.getByRole('button', { name: 'Details for Charade' });
  await info.click();
  const opened = sheet(page, 'Charade');
  await expect(opened.getByRole('heading', { name: 'Charade' })).toBeVisible();
  await expect(page).toHaveURL(/\/browse\/charade\?m=details&title=tmdb-movie-4808-charade$/);
  await expect(opened).toContainText('Movie · 1963 · 1 hr 53 min');
  await expect(opened).toContainText('Rated 7.6 out of 10');
  await expect(opened).toContainText('What happens in Charade.');
  await expect(opened.getByRole('list', { name: 'Genres' })).toContainText('Romance');
  await expect(opened.getByRole('region', { name: 'Cast' })).toContainText('Duane Jones');
  await expectAccessible(page);
  await page.goBack();
  await expect(opened).toBeHidden();
  await expect(page).toHaveURL(/\/browse\/charade$/);
  await expect(info).toBeFocused();
});

test('opened by address, the details are over home; closing leaves home, and nothing to go back to', async ({
  page,
}) => {
  await page.goto(CHARADE);
  await expect(sheet(page, 'Charade').getByRole('link', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page, 'Charade')).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('similar titles open details, and one press closes them all', async ({ page }) => {
  await page.goto('/browse/charade');
  await card(page, /Charade/).hover();
  await page.getByRole('button', { name: 'Details for Charade' }).click();
  await sheet(page, 'Charade')
    .getByRole('link', { name: /Sintel/ })
    .click();
  await expect(sheet(page, 'Sintel')).toContainText('What happens in Sintel.');
  await page.goBack();
  await expect(sheet(page, 'Charade')).toContainText('What happens in Charade.');
  await page.goForward();
  await sheet(page, 'Sintel').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/browse\/charade$/);
});

test('a series opens at the last episode, with the progress of each episode', async ({ page }) => {
  await storeLibrary(page, { progress: { '1930': STARTED_SERIES } });
  await page.goto(SERIES);
  const opened = sheet(page, 'The Beverly Hillbillies');
  await expect(opened.getByRole('link', { name: 'Resume S1 E2' })).toHaveAttribute(
    'href',
    /\/930110\/930112$/,
  );
  const episode = opened.getByRole('link', { name: /Getting Settled/ });
  await expect(episode.getByRole('progressbar', { name: '20% watched' })).toBeVisible();
  await expect(episode).toContainText('Oct 3, 1962');
  await opened.getByRole('combobox', { name: 'Season' }).selectOption('Specials');
  await expect(opened.getByRole('link', { name: /The Legend/ })).toBeVisible();
  await expectAccessible(page);
});

test('the bookmark in the details is that of the card', async ({ page }) => {
  await page.goto(CHARADE);
  const bookmark = sheet(page, 'Charade').getByRole('button', { name: 'Bookmark' });
  await bookmark.click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Bookmarks' })).toContainText('Charade');
});

test('a trailer is loaded when the user opens it, and not before', async ({ page }) => {
  const requested: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', async (route) => {
    requested.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>The trailer</p>' });
  });
  await page.goto(CHARADE);
  const trailer = sheet(page, 'Charade').getByRole('button', { name: 'Trailer' });
  await expect(trailer).toBeVisible();
  expect(requested).toEqual([]);
  await trailer.click();
  await expect(
    page.frameLocator('iframe[title="Trailer for Charade"]').getByText('The trailer'),
  ).toBeVisible();
  expect(requested[0]).toContain('/embed/trailerKey1');
});

test('an unreleased title can be bookmarked and read about, not played', async ({ page }) => {
  await page.goto('/?m=details&title=tmdb-movie-990002-x');
  const opened = sheet(page, 'Living Dead of Tomorrow');
  await expect(opened).toContainText('Unreleased');
  await expect(opened.getByRole('button', { name: 'Bookmark' })).toBeVisible();
  await expect(opened.getByRole('link', { name: 'Play' })).toBeHidden();
});

test.describe('when the catalog fails', () => {
  test.use({ allowedErrors: /\/catalogue\/3\// });

  test('the details show an error, and a retry', async ({ page, site }) => {
    site.tmdb.behave('error');
    site.tmdbFallback.behave('error');
    await page.goto('/?m=details&title=tmdb-movie-20367-detour');
    const opened = page.getByRole('dialog');
    await expect(opened.getByRole('alert')).toContainText("Couldn't load the details");
    site.reset();
    await opened.getByRole('button', { name: 'Try again' }).click();
    await expect(sheet(page, 'Detour')).toContainText('What happens in Detour.');
  });

  test('a title that does not exist has its own message', async ({ page }) => {
    await page.goto('/?m=details&title=tmdb-movie-424242-nothing');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Title not found');
  });
});

test('a season and one of its episodes are marked as watched, and as unwatched again', async ({
  page,
}) => {
  await storeLibrary(page, { progress: { '1930': STARTED_SERIES } });
  await page.goto(SERIES);
  const opened = sheet(page, 'The Beverly Hillbillies');
  const second = (mark: string) =>
    opened.getByRole('button', { name: `Mark episode 2 as ${mark}`, exact: true });
  await expect(second('watched')).toBeVisible();
  await opened.getByRole('button', { name: 'Mark season as watched' }).click();
  await expect(second('unwatched')).toBeVisible();
  await expectAccessible(page);
  await second('unwatched').click();
  await second('watched').click();
  await opened.getByRole('button', { name: 'Mark season as unwatched' }).click();
  await expect(second('watched')).toBeVisible();
});

test('on a phone in landscape the buttons are below the content above them, not over it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/?m=details&title=tmdb-movie-4808-charade');
  const opened = sheet(page, 'Charade');
  const play = opened.getByRole('link', { name: 'Play', exact: true });
  await expect(play).toBeAttached();
  const genres = await opened.getByRole('list', { name: 'Genres' }).boundingBox();
  const button = await play.boundingBox();
  if (!genres || !button) throw new Error('Not drawn');
  expect(button.y).toBeGreaterThan(genres.y + genres.height);
});
