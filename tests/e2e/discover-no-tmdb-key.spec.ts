// Discover as it is for whoever has set up nothing: the open collection fills it.
import type { Locator } from '@playwright/test';
import { startSite, type Site } from './support/site.ts';
import { links, openDiscover, LONG_TIMEOUT, row, scrollThrough } from './support/discover.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const hrefsIn = (list: Locator) =>
  list.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));

let site: Site;
test.beforeAll(async () => {
  site = await startSite({ TMDB_READ_API_KEY: undefined });
});
test.afterAll(() => site.close());

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const) {
  test(`the open collection fills its rows at ${width} px, and nothing leaves the page`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await openDiscover(page, site, 'Horror');
    await scrollThrough(page);
    const lists = await page.getByRole('main').getByRole('list').all();
    expect(lists.length).toBeGreaterThan(12);
    // No row of two movies, and none that is filled up with what another one shows; the rest of a row is drawn when there is time.
    await expect(async () => {
      const rows = await Promise.all(lists.map((list) => hrefsIn(list)));
      expect(Math.min(...rows.map((hrefs) => hrefs.length))).toBeGreaterThanOrEqual(6);
      expect(new Set(rows.flat()).size).toBe(rows.flat().length);
    }).toPass(LONG_TIMEOUT);
    for (const name of ['Film noir', 'The silent era', 'Blender open movies', 'Classic television'])
      await expect(row(page, name)).toHaveCount(1);
    await expect(page.getByRole('heading', { name: /Now showing|Most popular/ })).toHaveCount(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    // The same cards at every width; looking at each of hundreds takes minutes on a slow machine.
    if (width === 390) await expectAccessible(page);
  });
}

test('from right to left the arrows go the other way', async ({ page }) => {
  await openDiscover(page, site, 'Horror');
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const cards = links(row(page, 'Horror'));
  await cards.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards.first()).toBeFocused();
});
