import type { Site } from './support/site.ts';
import { card, search, searchBox } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.describe('a search', () => {
  test.slow();
  let site: Site;
  test.beforeAll(({ manyTitles }) => {
    site = manyTitles;
    site.reset();
  });

  test('loads further pages, each title once', async ({ page }) => {
    await page.goto(`${site.app.url}/browse/feature`);
    await expect(card(page, /Feature number 1\b/).first()).toBeVisible();
    await expect(async () => {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(card(page, /Feature number 61\b/).first()).toBeAttached({ timeout: 500 });
    }).toPass();
    const links = await card(page, /Feature number/).evaluateAll((all) =>
      all.map((link) => link.getAttribute('href')),
    );
    expect(new Set(links).size).toBe(links.length);
    await expectAccessible(page);
  });

  test('is kept on this device until it is cleared', async ({ page }) => {
    await page.goto(`${site.app.url}/`);
    await search(page, 'serial');
    await searchBox(page).press('Enter');
    await expect(card(page, /Serial number 1\b/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    const recent = page.getByRole('group', { name: 'Recent searches' });
    await expect(recent.getByRole('link', { name: 'serial' })).toBeVisible();
    await recent.getByRole('link', { name: 'serial' }).click();
    await expect(page).toHaveURL(/\/browse\/serial$/);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await recent.getByRole('button', { name: 'Clear recent searches' }).click();
    await expect(recent).toBeHidden();
    await expect(searchBox(page)).toBeFocused();
  });
});
