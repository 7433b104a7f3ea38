// The layout of the menu: right to left, as a card, as a sheet.
import { devices, type Page } from '@playwright/test';
import { FILES, LADDER } from './support/sample-movies.ts';
import { button, choice, lines, menu, openSettings, row } from './support/menu.ts';
import { expectPaused, expectPlaying, tapControl } from './support/screen.ts';
import type { MovieSite } from './support/movie-site.ts';
import { expect, expectAccessible, test } from './support/test.ts';

let movieSite: MovieSite;
test.beforeAll(({ sampleMovies }) => {
  movieSite = sampleMovies;
  movieSite.reset();
});
async function watch(page: Page, path: string): Promise<void> {
  await page.goto(`${movieSite.app.url}${path}`);
  await expectPlaying(page);
}

test('right to left the arrows and the menu are mirrored', async ({ page }) => {
  await watch(page, FILES);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await openSettings(page);
  const start = async () => (await menu(page, 'Settings').boundingBox())?.x;
  await expect.poll(start).toBeLessThan(40);
  await page.keyboard.press('ArrowLeft');
  await expect(menu(page, 'Quality')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(menu(page, 'Settings')).toBeVisible();
});

test('a menu is above its button, even in full screen; a click beside it only closes it', async ({
  page,
}) => {
  await watch(page, FILES);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await openSettings(page);
  const distance = async () => {
    const card = await menu(page, 'Settings').boundingBox();
    const anchor = await button(page, 'Settings').boundingBox();
    expect(card?.width).toBe(343);
    return (anchor?.y ?? 0) - (card?.y ?? 0) - (card?.height ?? 0);
  };
  // The screen may still grow.
  await expect.poll(distance).toBeGreaterThan(0);
  await expectAccessible(page);
  await row(page, /^Quality/).click();
  await expectAccessible(page);
  await page.mouse.click(200, 200);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectPaused(page, false);
});

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  test.use(phone);

  test('the menu is a bottom sheet, as wide as the screen', async ({ page }) => {
    await watch(page, LADDER);
    await tapControl(page, button(page, 'Settings'));
    await row(page, /^Quality/).tap();
    const sheet = await menu(page, 'Quality').boundingBox();
    const { height = 0, width = 0 } = page.viewportSize() ?? {};
    expect(sheet?.width).toBe(width);
    await expect
      .poll(async () => {
        const box = await menu(page, 'Quality').boundingBox();
        return box ? Math.round(box.y + box.height) : 0;
      })
      .toBe(height);
    await expectAccessible(page);
    await choice(page, '360p').tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => lines(page)).toBe(360);
  });
});
