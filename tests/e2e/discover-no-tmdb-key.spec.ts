// Discover without configuration: the open collection fills it.
import type { Locator } from '@playwright/test';
import { startSite, type Site } from './support/site.ts';
import { links, openDiscover, row, scrollThrough } from './support/discover.ts';
import { expect, expectAccessible, longAfterFirst, test } from './support/test.ts';

const hrefsIn = (list: Locator) =>
  list.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));

let site: Site;
test.beforeAll(async () => {
  site = await startSite({ TMDB_READ_API_KEY: undefined });
});
test.afterAll(() => site.close());

for (const [at, [width, height]] of (
  [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const
).entries()) {
  const title = `the open collection fills its rows at ${width} px, and no request leaves this origin`;
  test(title, longAfterFirst(at), async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await openDiscover(page, site, 'Horror');
    await scrollThrough(page);
    const lists = await page.getByRole('main').getByRole('list').all();
    expect(lists.length).toBeGreaterThan(12);
    // No row has only two movies or repeats those of another row. The rest of a row renders when the browser is idle.
    await expect(async () => {
      const rows = await Promise.all(lists.map((list) => hrefsIn(list)));
      expect(Math.min(...rows.map((hrefs) => hrefs.length))).toBeGreaterThanOrEqual(6);
      expect(new Set(rows.flat()).size).toBe(rows.flat().length);
    }).toPass();
    for (const name of ['Film noir', 'The silent era', 'Blender open movies', 'Classic TV'])
      await expect(row(page, name)).toHaveCount(1);
    await expect(page.getByRole('heading', { name: /Now in theaters|Most popular/ })).toHaveCount(
      0,
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    // The same cards at every width; checking each of hundreds takes minutes on a slow machine.
    if (width === 390) await expectAccessible(page);
  });
}

test('right to left the arrows are mirrored', async ({ page }) => {
  await openDiscover(page, site, 'Horror');
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const cards = links(row(page, 'Horror'));
  await cards.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards.first()).toBeFocused();
});
