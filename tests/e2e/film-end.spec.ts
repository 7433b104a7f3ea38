import type { Page } from '@playwright/test';
import { stateOf } from './support/account.ts';
import { expectPlaying, time } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const FILM = '/media/tmdb-movie-10331-night-of-the-living-dead';
const panel = (page: Page) => page.getByRole('region', { name: 'What to watch next' });

test('at its end a film tells what to watch next, and can be rated, put away and seen again', async ({
  page,
}) => {
  await page.goto(FILM);
  await expectPlaying(page);
  await expect(panel(page)).toHaveCount(0);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 59;
  });
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByRole('link').first()).toBeFocused();
  await expectAccessible(page);
  await panel(page).getByTitle('4 stars').click();
  await expect.poll(() => stateOf(page, '__MW::ratings')).toHaveProperty('ratings');
  await panel(page).getByRole('button', { name: 'Play again' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expectPlaying(page);
  expect(await time(page)).toBeLessThan(10);

  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 59;
  });
  await expect(panel(page).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);

  await page.keyboard.press('k');
  await expectPlaying(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 59;
  });
  await expect(panel(page)).toBeVisible();
});
