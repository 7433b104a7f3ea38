// Discover as it is for whoever has set up nothing: the open collection fills it.
import { openCinema, type Cinema } from './support/cinema.ts';
import { links, openDiscover, row, walkDown } from './support/discover.ts';
import { expect, expectAccessible, test } from './support/test.ts';

let cinema: Cinema;
test.beforeAll(async () => {
  cinema = await openCinema({ TMDB_READ_API_KEY: undefined });
});
test.afterAll(() => cinema.close());

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
    await openDiscover(page, cinema);
    await walkDown(page);
    expect(await page.getByRole('main').getByRole('list').count()).toBeGreaterThan(4);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    // The same cards at every width; looking at each of hundreds takes minutes on a slow machine.
    if (width === 390) await expectAccessible(page);
  });
}

test('from right to left the arrows go the other way', async ({ page }) => {
  await openDiscover(page, cinema);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const cards = links(row(page, 'Now showing'));
  await cards.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards.first()).toBeFocused();
});
