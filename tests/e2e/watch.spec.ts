import type { Request } from '@playwright/test';
import {
  brightness,
  card,
  expectPlaying,
  openTitle,
  playback,
  search,
  searchBox,
} from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('from the start page to a playing movie', async ({ page, site }) => {
  await page.goto('/');
  await expect(searchBox(page)).toBeVisible();
  await expectAccessible(page);

  await search(page, 'living dead');
  await expect(card(page, 'Night of the Living Dead').first()).toBeVisible();
  await expect(page.getByText('George A. Romero')).toBeHidden();
  await expectAccessible(page);

  await openTitle(page, 'Night of the Living Dead');
  await expectPlaying(page);
  await expect(page).toHaveTitle(/Night of the Living Dead/);
  expect(await brightness(page)).toBeGreaterThan(40);
  await expectAccessible(page);

  expect(site.archive.node.count('/7/items/Night.Of.The.Living.Dead_1080p/')).toBeGreaterThan(0);
  await expect(page.getByText('Check your internet connection')).toBeHidden();
});

test('during the search the screen shows the current source', async ({ page, site }) => {
  const found = Promise.withResolvers<void>();
  site.archive.behave({ until: found.promise });
  const order: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/hls-/.test(request.url())) order.push('hls.js is requested');
  });
  // The request ends either way: when complete, or because the player has enough.
  const over = (request: Request): void => {
    if (request.url().includes('/scrape?')) order.push('the search has ended');
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  await expect(page.getByText('Looking for a stream')).toBeVisible();
  await expect(page.getByText('Internet Archive').first()).toBeVisible();
  await expect(page.getByText('Checking for videos…').first()).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => order).toEqual(['hls.js is requested']);
  found.resolve();
  await expectPlaying(page);
  await expect.poll(() => order).toEqual(['hls.js is requested', 'the search has ended']);
});

test('opened by address, the details are requested before the app has loaded, and the sources once', async ({
  page,
}) => {
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/assets\/app-/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const scrapes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/scrape?')) scrapes.push(request.url());
  });
  const details = page.waitForRequest(/\/catalogue\/3\/movie\/10331/);
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead', { waitUntil: 'commit' });
  await details;
  await expect(page.getByRole('main')).toHaveCount(0);
  arrived.resolve();
  await expectPlaying(page);
  expect(scrapes).toHaveLength(1);
});

test('an old link to another page requests no source for the title in its path', async ({
  page,
}) => {
  const scrapes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/scrape?')) scrapes.push(request.url());
  });
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead#/browse/living%20dead');
  await expect(card(page, 'Night of the Living Dead').first()).toBeVisible();
  expect(scrapes).toEqual([]);
});

test('an episode of a series plays, and the tab title names it', async ({ page }) => {
  await page.goto('/');
  await search(page, 'beverly hillbillies');
  await openTitle(page, 'The Beverly Hillbillies');
  await expectPlaying(page);
  await expect(page).toHaveURL(/\/media\/tmdb-tv-1930-the-beverly-hillbillies\/930110\/930111$/);
  await expect(page).toHaveTitle(/The Beverly Hillbillies - S1 E1/);
});

test('a movie that only the search of the Archive has plays', async ({ page, site }) => {
  await page.goto('/media/tmdb-movie-44875-topper-returns');
  await expectPlaying(page);
  expect(site.archive.count('/advancedsearch.php')).toBeGreaterThan(0);
  expect(site.archive.node.count('/7/items/topper-returns-1941/')).toBeGreaterThan(0);
});

test('captions of a movie appear at the press of a key', async ({ page }) => {
  await page.goto('/media/tmdb-movie-4808-charade');
  await expectPlaying(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Subtitles' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const lines = /kettle hums|Rain taps|Seven steps|Count the lamps|almost at the end/;
  await expect(page.getByText(lines).first()).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByText(lines).first()).toBeHidden();
});

test('an open movie plays from its own host when the Archive lacks it', async ({ page, site }) => {
  await page.goto('/media/tmdb-movie-45745-sintel');
  await expectPlaying(page);
  expect(site.peertube.count('/object-storage/')).toBeGreaterThan(1);
  expect(await brightness(page)).toBeGreaterThan(40);
});

test('a link with a time starts there', async ({ page }) => {
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead?t=30');
  await expectPlaying(page, 29);
  expect((await playback(page)).time).toBeLessThan(45);
});

test('after a reload the movie continues at its position', async ({ page }) => {
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  await expectPlaying(page);
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('l');
  await page.keyboard.press('k');
  await expect.poll(async () => (await playback(page)).isPaused).toBe(true);
  const left = (await playback(page)).time;
  expect(left).toBeGreaterThan(10);
  await page.reload();
  await expectPlaying(page, left - 3);
  expect((await playback(page)).time).toBeLessThan(left + 15);
});

test('an episode reports the results of its sources, and has the system’s media controls', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { mediaSession } = navigator;
    const set = mediaSession.setActionHandler.bind(mediaSession);
    mediaSession.setActionHandler = (action, handler) => {
      set(action, handler);
      if (action !== 'nexttrack') return;
      document.documentElement.toggleAttribute('data-has-next', handler !== null);
      if (handler)
        document.addEventListener('press-next', () => handler({ action }), { once: true });
    };
  });
  const report = page.waitForRequest((request) => request.url().includes('/metrics/'));
  await page.goto('/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930111');
  await expectPlaying(page);
  const request = await report;
  expect(request.url()).toBe(`${site.app.url}/metrics/providers`);
  expect(request.method()).toBe('POST');
  const title = {
    tmdbId: '1930',
    type: 'show',
    title: 'The Beverly Hillbillies',
    seasonId: '930110',
    episodeId: '930111',
  };
  const source = { providerId: 'internet-archive' };
  expect(request.postDataJSON()).toEqual({
    items: [
      { ...title, ...source, embedId: 'internet-archive-item', status: 'success' },
      { ...title, ...source, status: 'success' },
    ],
    tool: 'default',
    batchId: expect.stringMatching(/^[\da-f]{32}$/),
  });
  expect((await request.response())?.status()).toBe(200);

  const session = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return { title: metadata?.title, artist: metadata?.artist, playbackState };
    });
  await expect.poll(session).toEqual({
    title: expect.stringMatching(/^S1 E1: ./),
    artist: 'The Beverly Hillbillies',
    playbackState: 'playing',
  });
  // The key for the next track.
  await expect(page.locator('html')).toHaveAttribute('data-has-next');
  await page.evaluate(() => document.dispatchEvent(new Event('press-next')));
  await expect(page).toHaveURL(/\/930110\/930112$/);
  await expect(page).toHaveTitle(/The Beverly Hillbillies - S1 E2/);
  await expect
    .poll(session)
    .toMatchObject({ title: expect.stringMatching(/^S1 E2: ./), playbackState: 'playing' });
  await expectPlaying(page);
  await page.keyboard.press('k');
  await expect.poll(async () => (await session()).playbackState).toBe('paused');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(session).toEqual({
    title: undefined,
    artist: undefined,
    playbackState: 'none',
  });
});
