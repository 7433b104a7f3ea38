import type { Page } from '@playwright/test';
import { clickControl, expectPlaying, expectTimeNear } from './support/screen.ts';
import { episodePath, startSeriesSite, type SeriesSite } from './support/series.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

let seriesSite: SeriesSite;
test.beforeAll(async () => {
  seriesSite = await startSeriesSite();
});
test.afterAll(() => seriesSite.close());
test.beforeEach(() => seriesSite.site.reset());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const episode = (page: Page, name: RegExp) => page.getByRole('menuitemradio', { name });
const season = (page: Page, name: RegExp) => page.getByRole('menuitem', { name });

async function watch(page: Page, path: string): Promise<void> {
  await page.goto(`${seriesSite.url}${path}`);
  await expectPlaying(page);
}

async function openEpisodes(page: Page): Promise<void> {
  await clickControl(page, button(page, 'Episodes'));
}

const markSeason = (page: Page) => page.getByRole('menuitem', { name: 'Mark season as watched' });

test.describe('the list of episodes', () => {
  test('shows the current season, and works by keyboard only', async ({ page }) => {
    await watch(page, episodePath(1, 2));
    await button(page, 'Episodes').focus();
    await page.keyboard.press('Enter');
    await expect(card(page, 'Season 1')).toBeVisible();
    await expect(page).toHaveURL(/\?r=%2Fepisodes%2Fepisodes$/);
    await expect(page.getByRole('menuitemradio')).toHaveText([
      /1\. Night Shift.*Oct 1, 1961/,
      /2\. The Late Train.*Watching now/,
      /3\. Fog/,
    ]);
    await expect(episode(page, /The Late Train/)).toBeFocused();
    await expect(episode(page, /The Late Train/)).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(episode(page, /Fog/)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(episode(page, /Night Shift/)).toBeFocused();
    await page.keyboard.press('End');
    await expect(markSeason(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(episode(page, /Fog/)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'Episodes')).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`${episodePath(1, 2)}$`));
  });

  test('leads through all seasons to another episode, and Back leads to the previous page', async ({
    page,
  }) => {
    await watch(page, episodePath(1, 1));
    await openEpisodes(page);
    await expect(episode(page, /Night Shift/)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(card(page, 'Seasons')).toBeVisible();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Specials',
      /Season 1.*Watching now/,
      'Season 2',
      'Season 3',
      'Season 4',
    ]);
    await expect(season(page, /Season 1/)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(card(page, 'Season 2')).toBeVisible();
    await episode(page, /Snow/).click();
    await expect(page).toHaveURL(new RegExp(`${episodePath(2, 2)}$`));
    await expectPlaying(page);
    await expect(page).toHaveTitle('The Signal Tower - S2 E2');
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${episodePath(1, 1)}$`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectPlaying(page);
  });

  test('opens by its address, and Back closes a list opened by a button', async ({ page }) => {
    await watch(page, `${episodePath(1, 1)}?r=/episodes`);
    await expect(card(page, 'Seasons')).toBeVisible();
    await button(page, 'Close').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openEpisodes(page);
    await expect(card(page, 'Season 1')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${episodePath(1, 1)}$`));
  });

  test('marks unaired episodes, and does not link them', async ({ page }) => {
    await watch(page, `${episodePath(2, 2)}?r=/episodes/episodes`);
    await expect(episode(page, /The Lost Reel.*Airs on Jan 1, 2999/)).toBeDisabled();
    await expect(page.getByText("1 episode in this season hasn't aired yet.")).toBeVisible();
    await expect(episode(page, /Snow/)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(markSeason(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(episode(page, /Snow/)).toBeFocused();
    await expectAccessible(page);
  });

  test('reports a season without episodes', LONG_ONLY, async ({ page }) => {
    await watch(page, `${episodePath(1, 1)}?r=/episodes`);
    await season(page, /Season 4/).click();
    await expect(
      page.getByText('There are no episodes in this season, check back later!'),
    ).toBeVisible();
  });

  test.describe('when the catalog is down', () => {
    test.use({ allowedErrors: /Failed to load resource.*\/catalogue\// });
    test('shows an error, and a retry', async ({ page }) => {
      await watch(page, `${episodePath(1, 1)}?r=/episodes`);
      for (const fake of [seriesSite.site.tmdb, seriesSite.site.tmdbFallback]) fake.behave('error');
      await season(page, /Specials/).click();
      await expect(page.getByText('Error loading season')).toBeVisible();
      await expectAccessible(page);
      seriesSite.site.reset();
      await button(page, 'Try again').click();
      await expect(episode(page, /The Making/)).toBeVisible();
    });
  });

  test('rings show the progress of each', LONG_ONLY, async ({ page }) => {
    await watch(page, episodePath(1, 1));
    await page.keyboard.press('k');
    await page.keyboard.press('5');
    await expectTimeNear(page, 30);
    await openEpisodes(page);
    await expect(episode(page, /Night Shift.*5\d% watched/)).toBeVisible();
    await page.keyboard.press('Escape');
    // Until it is closed, the list handles the keys.
    await expect(episode(page, /Night Shift/)).toBeHidden();
    await page.keyboard.press('9');
    await page.keyboard.press('ArrowRight');
    await expectTimeNear(page, 59);
    await openEpisodes(page);
    await expect(episode(page, /Night Shift.*Watched/)).toBeVisible();
  });
});
