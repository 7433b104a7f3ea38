import type { Page } from '@playwright/test';
import {
  clickControl,
  expectPaused,
  expectPlaying,
  expectTimeNear,
  playback,
  player,
  position,
  time,
} from './support/screen.ts';
import { expect, test } from './support/test.ts';

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';

const isFullscreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.fullscreenElement !== null);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.beforeEach(async ({ page }) => {
  await page.goto(MOVIE);
  await expectPlaying(page);
});

test('the keyboard alone plays, seeks, changes the volume, toggles full screen and reaches every control', async ({
  page,
}) => {
  await page.keyboard.press('k');
  await expectPaused(page, true);
  const start = await time(page);
  await page.keyboard.press('ArrowRight');
  await expectTimeNear(page, start + 5);
  await page.keyboard.press('l');
  await expectTimeNear(page, start + 15);
  await page.keyboard.press('j');
  await expectTimeNear(page, start + 5);
  await page.keyboard.press('ArrowLeft');
  await expectTimeNear(page, start);

  const { volume } = await playback(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await playback(page)).volume).toBeCloseTo(volume - 0.15, 2);
  await page.keyboard.press('m');
  await expect(button(page, 'Unmute')).toBeVisible();
  await page.keyboard.press('m');
  await expect(button(page, 'Mute')).toBeVisible();

  await page.keyboard.press('f');
  await expect.poll(() => isFullscreen(page)).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => isFullscreen(page)).toBe(false);

  await page.keyboard.press(' ');
  await expectPaused(page, false);

  // A number seeks to that tenth of the movie.
  const seconds = await page
    .locator('video')
    .evaluate((video) => (video instanceof HTMLVideoElement ? video.duration : Number.NaN));
  await page.keyboard.press('k');
  await expectPaused(page, true);
  await page.keyboard.press('5');
  await expectTimeNear(page, seconds / 2);
  await page.keyboard.press('0');
  await expectTimeNear(page, 0);

  const names = new Set<string>();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    names.add(
      await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          '',
      ),
    );
  }
  for (const name of ['Play', 'Playback position', 'Mute', 'Full screen'])
    expect([...names]).toContain(name);
});

test('the other keys step from frame to frame, change the speed, and roll', async ({ page }) => {
  const rate = async () => (await playback(page)).rate;
  await page.keyboard.press('>');
  await expect.poll(rate).toBe(1.25);
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('<');
  await expect.poll(rate).toBe(0.25);
  await page.keyboard.press('MediaPlayPause');
  await expectPaused(page, true);
  const start = await time(page);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect.poll(() => time(page)).toBeCloseTo(start + 2, 1);
  await page.keyboard.press(',');
  await expect.poll(() => time(page)).toBeCloseTo(start + 1, 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await playback(page)).volume).toBeCloseTo(0.85, 2);
  // It rolls for a second.
  const rolled = page.waitForFunction(
    () => document.querySelector('[data-rolling="true"]') !== null,
  );
  await page.keyboard.press('r');
  await rolled;
  await expect(player(page).locator('[data-rolling="true"]')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Alt+k');
  await expectPaused(page, true);
});

test('the screen stays on during playback', async ({ page }) => {
  await page.addInitScript(() => {
    const show = (lit: string) => void (document.documentElement.dataset.lit = lit);
    const request = async () => {
      show('yes');
      const lock = {
        released: false,
        release: async () => {
          lock.released = true;
          show('no');
        },
      };
      return lock;
    };
    // The headless shell denies wake locks.
    Object.defineProperty(WakeLock.prototype, 'request', { value: request });
  });
  await page.reload();
  await expectPlaying(page);
  await expect(page.locator('html')).toHaveAttribute('data-lit', 'yes');
  await page.keyboard.press('k');
  await expect(page.locator('html')).toHaveAttribute('data-lit', 'no');
});

test('the mouse alone does the same, changes the time that is shown, and leaves the movie', async ({
  page,
}) => {
  await clickControl(page, button(page, 'Pause').first());
  await expectPaused(page, true);

  const bar = await position(page).boundingBox();
  if (!bar) throw new Error('The scrub bar is not on the screen');
  await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await expectTimeNear(page, 30);
  await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width / 4, bar.y + bar.height / 2, { steps: 5 });
  await page.mouse.up();
  await expectTimeNear(page, 15);
  await button(page, 'Skip forward 10 seconds').first().click();
  await expectTimeNear(page, 25);

  await button(page, 'Mute').click();
  await expect(button(page, 'Unmute')).toBeVisible();
  await button(page, 'Unmute').click();

  await button(page, 'Full screen').click();
  await expect.poll(() => isFullscreen(page)).toBe(true);
  await button(page, 'Exit full screen').click();
  await expect.poll(() => isFullscreen(page)).toBe(false);

  await button(page, 'Play').first().click();
  await expectPaused(page, false);

  // Just above the seek bar.
  await player(page).hover();
  await page.mouse.click(bar.x + bar.width / 2, bar.y - 24);
  await expectPaused(page, true);

  const label = page.getByRole('button', { name: /\/ 1:00/ });
  await label.click();
  await expect(page.getByRole('button', { name: /left · ends at/ })).toBeVisible();

  await clickControl(page, page.getByRole('link', { name: 'Back' }));
  await expect(page).not.toHaveURL(/\/media\//);
  await expect(page.locator('video')).toHaveCount(0);
});

test('a click on the video pauses; a double-click toggles full screen without stopping the movie, and Escape leaves it', async ({
  page,
}) => {
  const video = page.locator('video');
  await video.click({ position: { x: 400, y: 250 } });
  await expectPaused(page, true);
  await video.click({ position: { x: 400, y: 250 } });
  await expectPaused(page, false);
  await video.dblclick({ position: { x: 400, y: 250 } });
  await expect.poll(() => isFullscreen(page)).toBe(true);
  await expectPaused(page, false);
  await video.dblclick({ position: { x: 400, y: 250 } });
  await expect.poll(() => isFullscreen(page)).toBe(false);
  await expectPaused(page, false);
  await page.keyboard.press('f');
  await expect.poll(() => isFullscreen(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFullscreen(page)).toBe(false);
});

test('the controls hide without movement, and return at once', async ({ page }) => {
  await page.mouse.move(400, 300);
  await expect(player(page)).toHaveAttribute('data-controls', 'shown');
  await expect(player(page)).toHaveAttribute('data-controls', 'hidden');
  await page.mouse.move(420, 310);
  await expect(player(page)).toHaveAttribute('data-controls', 'shown');
  await page.keyboard.press('k');
  await expectPaused(page, true);
  await page.mouse.move(2, 300);
  await expect(player(page)).toHaveAttribute('data-controls', 'shown');
});
