// A reloaded page restores its scroll position, although its content loads later.
import type { Page } from '@playwright/test';
import type { Site } from './support/site.ts';
import { storeLibrary, manyBookmarks } from './support/library.ts';
import { envelope } from './support/signed-in.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

async function scrollDown(page: Page, to: number): Promise<void> {
  await expect(async () => {
    await page.evaluate((top) => scrollTo(0, top), to);
    expect(await scrolled(page)).toBe(to);
  }).toPass();
}

/** The first card or row below the middle of the window. */
const belowMiddle = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main a[href]')]
      .find((link) => link.getBoundingClientRect().top > innerHeight / 2)
      ?.getAttribute('href'),
  );

test.describe('a reload keeps the scroll position', () => {
  test.slow();
  let site: Site;
  test.beforeAll(({ manyTitles }) => {
    site = manyTitles;
    site.reset();
  });

  async function keep(page: Page): Promise<void> {
    await page.setViewportSize({ width: 390, height: 844 });
    await storeLibrary(page, { bookmarks: manyBookmarks(120) });
    const history = Array.from({ length: 60 }, (_, index) => [
      `${index + 1}/`,
      {
        tmdbId: String(800_001 + index),
        type: 'movie',
        title: `Feature number ${index + 1}`,
        watched: 600,
        duration: 6_000,
        completed: false,
        updatedAt: Date.now() - index * DAY_MS,
        isNew: true,
      },
    ]);
    const lists = Array.from({ length: 30 }, (_, index) => [
      `list-${index}`,
      {
        id: `list-${index}`,
        name: `List ${index + 1}`,
        titles: [],
        isPublic: false,
        createdAt: index,
        updatedAt: index,
      },
    ]);
    await page.addInitScript(
      (cells) => {
        for (const [key, text] of Object.entries(cells)) localStorage.setItem(key, text);
      },
      {
        '__MW::watchHistory': envelope({ items: Object.fromEntries(history) }),
        '__MW::lists': envelope({ lists: Object.fromEntries(lists) }),
      },
    );
  }

  async function expectKept(
    page: Page,
    path: string,
    to: number,
    placeOf: (page: Page) => Promise<unknown> = belowMiddle,
  ): Promise<void> {
    await page.goto(`${site.app.url}${path}`);
    await scrollDown(page, to);
    await page.waitForLoadState('networkidle');
    const before = await placeOf(page);
    expect(before, path).toBeTruthy();
    await page.reload();
    await expect.poll(async () => placeOf(page), path).toBe(before);
    await page.waitForLoadState('networkidle');
    expect(await placeOf(page), path).toBe(before);
  }

  test('of results, Discover and the bookmarks at home', async ({ page }) => {
    await keep(page);
    await expectKept(page, '/browse/feature', 4_000);
    // Each visit draws other genres.
    await expectKept(page, '/discover', 2_500, scrolled);
    await expectKept(page, '/', 5_000);
  });

  test('of the history and the lists', LONG_ONLY, async ({ page }) => {
    await keep(page);
    await expectKept(page, '/history', 3_000);
    await expectKept(page, '/lists', 1_500);
  });

  test('but not of a page that the user scrolls before its results are there', async ({ page }) => {
    await keep(page);
    await page.goto(`${site.app.url}/browse/feature`);
    await scrollDown(page, 4_000);
    let respond: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/search/multi?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Searching for' })).toBeAttached();
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => scrolled(page)).toBeLessThan(3_000);
    respond();
    await expect(page.getByRole('link', { name: /Feature number/ }).first()).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await scrolled(page)).toBeLessThan(3_000);
  });
});
