import type { Page } from '@playwright/test';
import {
  card,
  clickControl,
  expectPlaying,
  expectTimeNear,
  playback,
  player,
} from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';

test.describe('every page', () => {
  test.use({ allowedErrors: /Failed to load resource.*404.*\/catalogue\/3\// });

  test('has a title, one main heading, a language and a direction', async ({ page }) => {
    for (const [path, title, heading] of [
      ['/', 'Matinee', /./],
      ['/browse/detour', 'detour · Matinee', 'Results for “detour”'],
      ['/browse/zzyzx', 'zzyzx · Matinee', /zzyzx/],
      ['/no/such/page', "Couldn't find that page · Matinee", "Couldn't find that page"],
      ['/media/garbage', "Couldn't find that media. · Matinee", "Couldn't find that media."],
      [
        '/media/tmdb-movie-99999999-nothing',
        "Couldn't find that media. · Matinee",
        "Couldn't find that media.",
      ],
      ['/media/tmdb-movie-4808-charade', 'Charade', 'Charade'],
    ] as const) {
      await page.goto(path);
      await expect(page, path).toHaveTitle(title);
      const headings = page.getByRole('heading', { level: 1 });
      await expect(headings, path).toHaveCount(1);
      await expect(headings, path).toHaveText(heading);
      await expect(page.locator('html'), path).toHaveAttribute('lang', 'en');
      await expect(page.locator('html'), path).toHaveAttribute('dir', 'ltr');
      // Other journeys check the other screens.
      if (path === '/media/garbage') await expectAccessible(page);
    }
  });
});

test('nothing moves while a page loads', LONG_ONLY, async ({ page, site }) => {
  site.tmdb.behave({ slowMs: 700 });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const moved = list
        .getEntries()
        .reduce((sum, entry) => sum + Number('value' in entry ? entry.value : 0), 0);
      const before = Number(document.documentElement.dataset.moved ?? 0);
      document.documentElement.dataset.moved = String(before + moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [path, title] of [
    ['/', 'Charade'],
    ['/browse/living%20dead', 'Night of the Living Dead'],
  ] as const) {
    await page.goto(path);
    await expect(card(page, title).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const moved = async () => Number(await page.locator('html').getAttribute('data-moved'));
    expect(await moved()).toBeLessThan(0.02);
    // Proves that the measurement notices a layout shift.
    await page.evaluate(() => {
      document.body.style.paddingBlockStart = '300px';
    });
    await expect.poll(moved).toBeGreaterThan(0.02);
  }
});

test('an old link with a hash leads to its movie', async ({ page }) => {
  await page.goto(`/#${MOVIE}?t=20`);
  await expect(page).toHaveURL(new RegExp(`${MOVIE}\\?t=20$`));
  await expectPlaying(page, 20);
});

const watched = (page: Page, seconds: number) =>
  page.evaluate((at) => {
    const item = {
      title: 'Night of the Living Dead',
      year: 1968,
      type: 'movie',
      updatedAt: Date.now(),
      seasons: {},
      episodes: {},
      progress: { watched: at, duration: 5_760 },
    };
    const state = { items: { '10331': item }, updateQueue: [] };
    localStorage.setItem('__MW::progress', JSON.stringify({ state, version: 0 }));
  }, seconds);

test('a title started in one tab can be continued in another, at the same second', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Watch now' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/browse/detour');
  await watched(other, 30);
  await other.close();

  await expect(page.getByRole('heading', { name: 'Continue watching' })).toBeVisible();
  await expect(page.getByText('1% watched')).toBeAttached();
  await expectAccessible(page);
  await card(page, 'Night of the Living Dead').click();
  await expectPlaying(page, 29);
  expect((await playback(page)).time).toBeLessThan(45);
});

test('a full storage is reported once, and the movie plays on', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto(MOVIE);
  await expectPlaying(page);
  const notice = page.getByText(/storage is full or blocked/);
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
  await page.keyboard.press('l');
  await expectPlaying(page, 10);
  await expect(notice).toBeHidden();
  await clickControl(page, page.getByRole('link', { name: 'Back' }));
  await expect(notice).toBeVisible();
});

test.describe('after a deployment has replaced the files of an open page', () => {
  test.use({ allowedErrors: /Failed to load|ERR_FAILED|dynamically imported/ });
  test('the player shows that, and reloading loads it', async ({ page }) => {
    await page.route('**/assets/player-*.js', (route) => route.abort());
    await page.goto('/browse/living%20dead');
    await card(page, 'Night of the Living Dead').first().click();
    // The page reloads once by itself.
    await page.waitForFunction(() =>
      performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload'),
    );
    await expect(page.getByRole('heading', { name: "Couldn't load this page" })).toBeVisible();
    await expect(page).toHaveTitle("Couldn't load this page · Matinee");
    await expect(page).toHaveURL(new RegExp(MOVIE));
    await expectAccessible(page);
    await page.unroute('**/assets/player-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectPlaying(page);
  });
});

test.describe('a stream that breaks in the browser', () => {
  test.use({ allowedErrors: /Failed to load resource|ERR_FAILED/ });
  test('is reported with its cause, and another search plays', LONG_ONLY, async ({ page }) => {
    await page.route('**/download/**', (route) => route.abort());
    await page.goto(MOVIE);
    // After several attempts with pauses.
    const failure = page.getByRole('heading', { name: 'Failed to play video!' });
    await expect(failure).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await page.unroute('**/download/**');
    await page.getByRole('button', { name: 'Search again' }).click();
    await expectPlaying(page);
    expect((await playback(page)).time).toBeLessThan(20);
  });
});

test.describe('right to left', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const turn = () => {
        if (document.documentElement.dir !== 'rtl') document.documentElement.dir = 'rtl';
      };
      new MutationObserver(turn).observe(document, {
        attributes: true,
        attributeFilter: ['dir'],
        subtree: true,
        childList: true,
      });
    });
  });
  const overflow = (page: Page) =>
    page.evaluate(() => {
      const { clientWidth, dir, scrollWidth } = document.documentElement;
      return { dir, by: scrollWidth - clientWidth };
    });

  test(
    'every screen keeps its layout, and time still runs left to right',
    LONG_ONLY,
    async ({ page }) => {
      for (const path of ['/', '/browse/living%20dead', '/no/such/page']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await overflow(page)).toEqual({ dir: 'rtl', by: 0 });
        await expectAccessible(page);
      }
      await page.goto(MOVIE);
      await expectPlaying(page);
      await player(page).hover();
      await expectAccessible(page);
      const bar = await page.getByRole('slider', { name: 'Playback position' }).boundingBox();
      if (!bar) throw new Error('The scrub bar is not on the screen');
      await page.mouse.click(bar.x + bar.width / 4, bar.y + bar.height / 2);
      await expectTimeNear(page, 15);
      await player(page).hover();
      const back = await page.getByRole('link', { name: 'Back' }).boundingBox();
      expect(back?.x).toBeGreaterThan(bar.width / 2);
    },
  );
});
