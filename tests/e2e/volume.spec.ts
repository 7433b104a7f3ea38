import type { Page } from '@playwright/test';
import { expectPlaying, playback, player } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const muteButton = (page: Page) => page.getByRole('button', { name: 'Mute', exact: true });

test.beforeEach(async ({ page }) => {
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  await expectPlaying(page);
});

test('the wheel changes the volume over its control, and nowhere else', async ({ page }) => {
  await player(page).hover();
  await page.mouse.wheel(0, 300);
  expect((await playback(page)).volume).toBe(1);
  await muteButton(page).hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(async () => (await playback(page)).volume).toBeCloseTo(0.7, 2);
  await page.mouse.wheel(0, -100);
  await expect.poll(async () => (await playback(page)).volume).toBeCloseTo(0.8, 2);
});

test('the volume slider appears beside its button and follows the mouse', async ({ page }) => {
  await player(page).hover();
  await muteButton(page).hover();
  const slider = page.getByRole('slider', { name: 'Volume' });
  await expect.poll(async () => (await slider.boundingBox())?.width ?? 0).toBeGreaterThan(80);
  const box = await slider.boundingBox();
  if (!box) throw new Error('The volume slider is not on the screen');
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await playback(page)).volume).toBeCloseTo(0.25, 1);
  await page.mouse.click(box.x + 1, box.y + box.height / 2);
  await page.reload();
  await expectPlaying(page);
  expect((await playback(page)).volume).toBeLessThan(0.1);
});
