import { card, expectPlaying } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Every path of earlier clients, and the redirected ones of this one, with their targets. */
const MOVES = [
  ['/admin', '/admininfo'],
  ['/browse', '/'],
  ['/browse/%20', '/'],
  ['/search/movie', '/'],
  ['/search/movie/charade', '/browse/charade'],
  ['/search/series/living%20dead', '/browse/living%20dead'],
  ['/s/charade', '/media/tmdb-movie-4808-charade'],
  ['/s/nothing-of-this-name', '/'],
  ['/media/JW-movie-17-charade', '/media/tmdb-movie-4808-charade'],
  ['/media/JW-movie-17-nothing-of-this-name', '/'],
  [
    '/media/JW-show-9-the-beverly-hillbillies',
    '/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930111',
  ],
  [
    '/media/tmdb-show-1930-the-beverly-hillbillies/930110/930112',
    '/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930112',
  ],
  [
    '/media/tmdb-tv-1930-the-beverly-hillbillies',
    '/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930111',
  ],
  [
    '/media/tmdb-tv-1930-the-beverly-hillbillies/930110',
    '/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930111',
  ],
  ['/#/browse/charade', '/browse/charade'],
  ['/#/media/tmdb-movie-4808-charade', '/media/tmdb-movie-4808-charade'],
] as const;

test('old addresses lead to the present ones, and Back leads out of them', async ({ page }) => {
  test.slow();
  await page.goto('/privacy');
  for (const [from, to] of MOVES) {
    await page.goto(from);
    await expect(page, from).toHaveURL((url) => url.pathname === to && url.hash === '');
    await page.goBack();
    await expect(page, from).toHaveURL('/privacy');
  }
});

test('an old link in an open tab is followed, too', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/browse/charade';
  });
  await expect(page).toHaveURL((url) => url.pathname === '/browse/charade' && url.hash === '');
  await expect(card(page, /Charade/)).toBeVisible();
});

test('an old link that is followed before the app has loaded works, too', async ({ page }) => {
  let come = (): void => undefined;
  const chunk = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/app-/, async (route) => {
    await chunk;
    await route.continue();
  });
  // The entry script has run by then.
  await page.goto('/about', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => {
    location.hash = '#/browse/charade';
  });
  come();
  await expect(page).toHaveURL((url) => url.pathname === '/browse/charade' && url.hash === '');
  await expect(card(page, /Charade/)).toBeVisible();
});

test('an old address of a title keeps its start time', async ({ page }) => {
  await page.goto('/media/JW-movie-17-charade?t=3');
  await expect(page).toHaveURL(/\/media\/tmdb-movie-4808-charade\?t=3$/);
});

test('unknown addresses show a message, and lead home', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Couldn't find that page");
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL('/');
});

test.describe('while the catalog is down', () => {
  test.use({ allowedErrors: /status of 50\d|catalogue/ });

  test('an address that needs it leads to a search that can be retried', async ({ site, page }) => {
    site.tmdb.behave('error');
    site.tmdbFallback.behave('error');
    await page.goto('/s/a-title-never-asked-for');
    await expect(page).toHaveURL(/\/browse\/a-title-never-asked-for$/);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test('a page keeps its scroll position after returning from a movie', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(card(page, /./).first()).toBeVisible();
  const scrollDown = () =>
    page.evaluate(() => {
      scrollTo(0, 300);
      return scrollY;
    });
  // Further rows make the page higher.
  await expect.poll(scrollDown).toBeGreaterThan(200);
  await card(page, /Charade/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/media\//);
  await expectPlaying(page);
  await page.goBack();
  await expect(card(page, /Charade/).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
});

test('a page opened by its address starts at the top, wherever the previous one was scrolled', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
  await page.goto('/about');
  await expect(page.getByRole('article')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(scrolled).toBeGreaterThan(300);
  await page.goto('/privacy');
  await expect(page.getByRole('article')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await expect(page.getByRole('article')).toBeVisible();
  await expect.poll(scrolled).toBeGreaterThan(300);
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
  await expect.poll(scrolled).toBeGreaterThan(300);
});
