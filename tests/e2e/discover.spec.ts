import { startSite, type Site } from './support/site.ts';
import { links, openDiscover, row, scrollThrough } from './support/discover.ts';
import { MANY_TITLES } from './support/many-titles.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

test.describe('with the complete catalog', () => {
  test.slow();
  let site: Site;
  test.beforeAll(({ manyTitles }) => {
    site = manyTitles;
    site.reset();
  });

  test('only visible rows are requested, and the rows after them as they come near; each has at most 35 titles, and no title is there twice', async ({
    page,
  }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(`${request.method()} ${request.url()}`));
    await openDiscover(page, site);
    await page.waitForLoadState('networkidle');
    expect(urls.filter((one) => one.startsWith('OPTIONS'))).toEqual([]);
    expect(urls.filter((one) => one.includes('/discover/tv'))).toEqual([]);
    await scrollThrough(page);
    expect(urls.some((one) => one.includes('/discover/tv'))).toBe(true);
    await expectAccessible(page);

    const lists = await page.getByRole('main').getByRole('list').all();
    const rows = await Promise.all(
      lists.map((list) =>
        list.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')),
      ),
    );
    expect(rows.length).toBeGreaterThan(12);
    expect(Math.max(...rows.map((hrefs) => hrefs.length))).toBeLessThanOrEqual(35);
    const all = rows.flat();
    expect(all.every((href) => /^\/media\/tmdb-(?:movie|tv)-\d+-/.test(href))).toBe(true);
    expect(new Set(all).size).toBe(all.length);
  });

  test('a phone sends at most twenty requests before it scrolls, for few lists and images, and no preflights', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const urls: string[] = [];
    page.on('request', (request) => urls.push(`${request.method()} ${request.url()}`));
    await openDiscover(page, site);
    await page.waitForLoadState('networkidle');
    // Idle-time requests belong to the next page, and the ping to the connection.
    const others = /\/assets\/(?:player|shared|hls)-|\/ping\.txt/;
    const own = urls.filter((one) => !others.test(one));
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(20);
    expect(urls.filter((one) => one.startsWith('OPTIONS'))).toEqual([]);
    const count = (part: string) => urls.filter((url) => url.includes(part)).length;
    expect(count('/catalogue/3/'), urls.join('\n')).toBeLessThanOrEqual(8);
    expect(count('/t/p/'), urls.join('\n')).toBeLessThanOrEqual(9);
  });

  test('the titles of the first row are requested before the app has loaded', async ({ page }) => {
    const requested = page.waitForRequest(/\/catalogue\/3\/movie\/now_playing/);
    await page.route(/\/assets\/app-[\w-]+\.js/, async (route) => {
      await requested;
      await route.continue();
    });
    await openDiscover(page, site);
  });

  test('arrows move along a row, which is a single stop for Tab', async ({ page }) => {
    await openDiscover(page, site);
    const cards = links(row(page, 'Now in theaters'));
    await cards.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(cards.nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(cards.last()).toBeFocused();
    await expect(cards.last()).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(cards.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'Now in theaters').locator('a:not([tabindex="-1"])')).toHaveCount(1);
  });

  test('the buttons page along a row, and from its end to its start', async ({ page }) => {
    await openDiscover(page, site);
    const cards = links(row(page, 'Now in theaters'));
    await row(page, 'Now in theaters').hover();
    await page.getByRole('button', { name: 'Scroll “Now in theaters” forward' }).click();
    await expect(cards.first()).not.toBeInViewport();
    const back = page.getByRole('button', { name: 'Scroll “Now in theaters” back' });
    await back.click();
    await expect(cards.first()).toBeInViewport({ ratio: 0.9 });
    // Clicks at once: the row may still be scrolling to its start.
    await back.click();
    await expect(cards.last()).toBeInViewport({ ratio: 0.9 });
  });

  test('a genre can be chosen, and the row shows nothing else', async ({ page }) => {
    await openDiscover(page, site);
    await scrollThrough(page);
    const choice = page.getByRole('combobox', { name: 'Choose a genre' }).first();
    await choice.selectOption({ label: 'Horror' });
    await expect(page.getByRole('heading', { name: 'Horror' })).toBeVisible();
    await expect(links(row(page, 'Horror')).first()).toBeVisible();
    const names = await links(row(page, 'Horror')).allTextContents();
    const numbers = names.map((name) => Number(/number (\d+)/.exec(name)?.[1]));
    expect(numbers.length).toBeGreaterThan(0);
    // The fourth of eight genres, dealt out in turn.
    expect(numbers.every((number) => number % 8 === 4)).toBe(true);
  });

  test(
    'the random pick draws a movie, which opens after five seconds unless it is cancelled',
    LONG_ONLY,
    async ({ page }) => {
      await openDiscover(page, site);
      await page.getByRole('button', { name: 'Surprise me' }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Surprise me' })).toBeFocused();
      await page.getByRole('button', { name: 'Surprise me' }).click();
      await expect(
        page.getByRole('status').filter({ hasText: 'opens in 5 seconds' }),
      ).toBeAttached();
      await expect(page.getByRole('link', { name: 'Watch now' })).toBeVisible();
      await expect(page).toHaveURL(/\/media\/tmdb-movie-/);
    },
  );

  test('after returning from a title the rows are unchanged', LONG_ONLY, async ({ page }) => {
    await openDiscover(page, site);
    await scrollThrough(page);
    const before = await page.getByRole('heading', { level: 3 }).allTextContents();
    await links(row(page, 'Now in theaters')).first().click();
    await expect(page).toHaveURL(/\/media\//);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(before);
  });

  test('an empty row is removed, and the others keep their size', async ({ page }) => {
    const nothing = { page: 1, results: [], total_pages: 1, total_results: 0 };
    let respond = (): void => undefined;
    const later = new Promise<void>((resolve) => (respond = resolve));
    await page.route(/\/movie\/top_rated\?/, async (route) => {
      await later;
      await route.fulfill({ json: nothing });
    });
    await openDiscover(page, site);
    const movies = page.getByRole('region', { name: 'Movies' });
    const [first, empty] = [
      row(page, 'Now in theaters'),
      movies.getByRole('group', { name: 'Top rated' }),
    ];
    await expect(empty).toHaveAttribute('aria-busy', 'true');
    const before = await first.boundingBox();
    respond();
    await expect(empty).toHaveCount(0);
    expect(await first.boundingBox()).toEqual(before);
    await expect(movies.getByText('Everything here is already in another row.')).toHaveCount(0);
  });
});

test.describe('when TMDB is down', () => {
  test.use({ allowedErrors: /Failed to load resource/ });
  // A server that has cached nothing.
  let site: Site;
  test.beforeAll(async () => {
    site = await startSite({}, { titles: MANY_TITLES });
  });
  test.afterAll(() => site.close());

  test('the page shows one error, and one button retries everything', async ({ page }) => {
    test.slow();
    site.tmdb.behave('error');
    site.tmdbFallback.behave('error');
    await page.goto(`${site.app.url}/discover`);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText("Couldn't load Discover");
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect(retry).toHaveCount(1);
    await expectAccessible(page);
    site.reset();
    await retry.click();
    await expect(links(row(page, 'Now in theaters')).first()).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('a row that fails alone shows an error in its place, and a retry', async ({ page }) => {
    test.slow();
    // Only one row is requested at this height.
    await page.setViewportSize({ width: 1280, height: 400 });
    let isBroken = true;
    await page.route(/\/movie\/now_playing\?/, (route) =>
      isBroken ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    await page.goto(`${site.app.url}/discover`);
    const first = row(page, 'Now in theaters');
    await expect(first.getByText("Couldn't load this row.")).toBeVisible();
    // Only the button may end it: a busy page may load the row again by itself.
    await page.exposeFunction('mend', () => (isBroken = false));
    await page.evaluate("addEventListener('pointerdown', () => mend(), { capture: true })");
    await first.getByRole('button', { name: 'Try again' }).click();
    await expect(links(first).first()).toBeVisible();
  });
});
