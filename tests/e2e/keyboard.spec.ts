import { card, expectPaused, expectPlaying, player, searchBox } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('the keyboard alone leads from the start page to a playing movie and back', async ({
  page,
}) => {
  await page.goto('/');
  await expect(searchBox(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('living dead');
  await expect(page).toHaveURL(/\/browse\/living%20dead$/);
  await expect(searchBox(page)).toBeFocused();
  // The start page offers the same movie.
  await expect(page.getByRole('heading', { name: /Results for/ })).toBeVisible();
  const found = card(page, 'Night of the Living Dead').first();
  await expect(found).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(found).toBeFocused();

  await page.keyboard.press('Enter');
  await expectPlaying(page);
  await expect(player(page)).toBeFocused();
  await page.keyboard.press(' ');
  await expectPaused(page, true);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/media\//);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/browse\/living%20dead$/);
  await expect(found).toBeFocused();
  await expect(page.locator('video')).toHaveCount(0);

  await page.goBack();
  await expectPlaying(page);
  await expect(player(page)).toBeFocused();
});

test('the search is cleared by its button, and the field keeps the focus', async ({ page }) => {
  await page.goto('/browse/detour');
  await expect(card(page, 'Detour').first()).toBeVisible();
  await searchBox(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue('');
});

test('a card is one stop for Tab, and its menu opens by a key', async ({ page }) => {
  await page.goto('/');
  const cards = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(cards.nth(1)).toBeVisible();
  await cards.first().focus();
  await page.keyboard.press('Tab');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(cards.first()).toBeFocused();
  // Arrows are handled once the first page is idle.
  await expect(async () => {
    await cards.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(cards.nth(1)).toBeFocused({ timeout: 500 });
  }).toPass();
  for (const keys of ['ContextMenu', 'Shift+F10', 'Alt+ArrowDown']) {
    await page.keyboard.press(keys);
    const rows = page.getByRole('menu').getByRole('menuitem');
    await expect(rows.first(), keys).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rows.filter({ hasText: 'Details' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(cards.nth(1)).toBeFocused();
  }
});

test('after Enter in the search field the down arrow leads to the first result', async ({
  page,
}) => {
  await page.goto('/');
  await searchBox(page).fill('living dead');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Results for/ })).toBeVisible();
  const found = card(page, 'Night of the Living Dead').first();
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(found).toBeFocused();
});
