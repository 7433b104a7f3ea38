import type { Page } from '@playwright/test';
import { expectPlaying, player, time } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const MOVIE = '/media/tmdb-movie-4808-charade';

const button = (page: Page) => page.getByRole('button', { name: 'Picture in picture' });

/** An adopted video has another window's class, so its class is not checked. */
const seconds = (page: Page): Promise<number> =>
  page.locator('video').evaluate((movie: HTMLVideoElement) => movie.currentTime);

test.slow();

test('the video moves into its own window with its captions, and returns playing', async ({
  page,
}) => {
  await page.goto(MOVIE);
  await expectPlaying(page);
  await page.keyboard.press('c');
  await player(page).hover();
  await expectAccessible(page);
  await page.keyboard.press('k');
  const before = await time(page);
  const coming = page.context().waitForEvent('page');
  await button(page).click();
  const small = await coming;
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(player(page).locator('video')).toHaveCount(0);
  expect(await seconds(small)).toBeCloseTo(before, 1);
  await expect(small.locator('[data-in-pip]')).toHaveCount(2);
  const fills = () =>
    small.locator('video').evaluate((video) => {
      const { width, height } = video.getBoundingClientRect();
      return [width, height].map(Math.round).join() === [innerWidth, innerHeight].join();
    });
  await expect.poll(fills).toBe(true);
  await expect(small.locator('p[dir="auto"]')).toHaveText(/./);

  await page.keyboard.press('1');
  await expect.poll(() => seconds(small)).toBeCloseTo(6, 1);
  await page.keyboard.press('k');
  await expect.poll(() => seconds(small)).toBeGreaterThan(6.5);
  const later = await seconds(small);
  await button(page).click();
  await expect(player(page).locator('video')).toHaveCount(1);
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
  await expectPlaying(page, later);
});
