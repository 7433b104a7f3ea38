import type { Locator, Page } from '@playwright/test';
import { PITCHES } from '../support/multi-track-media.ts';
import { FILES, LADDER, LONG } from './support/sample-movies.ts';
import { button, choice, lines, menu, openSettings, row } from './support/menu.ts';
import { expectPaused, expectPlaying, expectTimeNear, playback, time } from './support/screen.ts';
import type { MovieSite } from './support/movie-site.ts';
import { expectPitch } from './support/sound.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

let movieSite: MovieSite;

/** A movie in four files, and another as a playlist with several levels and two audio tracks. */
test.beforeAll(({ sampleMovies }) => {
  movieSite = sampleMovies;
  movieSite.reset();
});

const overlay = (page: Page) => new URL(page.url()).searchParams.get('r');

async function watch(page: Page, path: string): Promise<void> {
  await page.goto(`${movieSite.app.url}${path}`);
  await expectPlaying(page);
}

const isFocused = (locator: Locator) => expect(locator).toBeFocused();

test('another file continues in better quality at the same second, at the same speed, paused or not', async ({
  page,
}) => {
  await watch(page, FILES);
  expect(await lines(page)).toBe(1080);
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await openSettings(page, /^Playback speed/);
  await choice(page, '1.5×').click();
  await page.keyboard.press('Escape');

  await openSettings(page, /^Quality/);
  await expect(choice(page, /^Automatic/)).toBeChecked();
  await expect(page.getByRole('menuitemradio')).toHaveText([
    /^Automatic/,
    '1080p',
    '720p',
    '480p',
    '360p',
  ]);
  const chosenAt = performance.now();
  const before = await time(page);
  await choice(page, '360p').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => lines(page)).toBe(360);
  await expectPlaying(page, before);
  const { rate, time: after } = await playback(page);
  expect(rate).toBe(1.5);
  const elapsed = (performance.now() - chosenAt) / 1_000;
  expect(after).toBeLessThan(before + elapsed * rate + 1);

  await page.keyboard.press('k');
  await expectPaused(page, true);
  const still = await time(page);
  await openSettings(page, /^Quality/);
  await choice(page, '480p').click();
  await expect.poll(() => lines(page)).toBe(480);
  await expectTimeNear(page, still);
  await expectPaused(page, true);
});

test('the chosen quality is kept for the next visit', async ({ page }) => {
  await watch(page, FILES);
  await openSettings(page, /^Quality/);
  await choice(page, '480p').click();
  await expect.poll(() => lines(page)).toBe(480);
  await page.reload();
  await expectPlaying(page);
  expect(await lines(page)).toBe(480);
});

test('a playlist plays the chosen level, also a cropped one, without restarting', async ({
  page,
}) => {
  await watch(page, LADDER);
  await openSettings(page, /^Quality/);
  await choice(page, '360p').click();
  await expect.poll(() => lines(page)).toBe(360);
  const before = await time(page);
  await openSettings(page, /^Quality/);
  await choice(page, '720p').click();
  await expect.poll(() => lines(page)).toBe(534);
  await expectPlaying(page, before);
  await openSettings(page, /^Quality/);
  await choice(page, /^Automatic/).click();
  await openSettings(page);
  await expect(row(page, /^Quality Automatic · /)).toBeVisible();
});

test(
  'three hours of MPEG-TS segments seek as fast as a minute, and can be resumed',
  {
    tag: '@long',
  },
  async ({ page }) => {
    test.slow();
    await watch(page, LONG);
    await page.keyboard.press('5');
    await expectPlaying(page, 5_400);
    await expect(page.getByText(/^1:30:\d\d \/ 3:00:00$/)).toBeVisible();
    await openSettings(page, /^Quality/);
    await choice(page, '360p').click();
    await expect.poll(() => lines(page)).toBe(360);
    await openSettings(page, /^Quality/);
    await choice(page, '720p').click();
    await expect.poll(() => lines(page)).toBe(720);
    // Moves from one minute, which repeats, into the next one.
    await page.keyboard.press('9');
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('l');
    await expectPlaying(page, 9_781);
    await page.reload();
    await expectPlaying(page, 9_770);
  },
);

test('another audio track continues at the same second, and on the next visit', async ({
  page,
}) => {
  await watch(page, LADDER);
  await expectPitch(page, PITCHES.en);
  await openSettings(page, /^Audio English/);
  const before = await time(page);
  await choice(page, 'German').click();
  await expectPitch(page, PITCHES.de);
  expect(await time(page)).toBeGreaterThanOrEqual(before);
  await page.reload();
  await expectPlaying(page);
  await expectPitch(page, PITCHES.de);
});

test('a link opens a page of the menu, and closing leaves the movie', async ({ page }) => {
  await page.goto(`${movieSite.app.url}${FILES}?r=/settings/quality`);
  await expectPlaying(page);
  await expect(menu(page, 'Quality')).toBeVisible();
  await button(page, 'Back to settings').click();
  await expect(menu(page, 'Settings')).toBeVisible();
  await isFocused(row(page, /^Quality/));
  await page.keyboard.press('Escape');
  await expect(menu(page, 'Settings')).toHaveCount(0);
  await expect.poll(() => overlay(page)).toBeNull();
  await expect(page).toHaveURL(new RegExp(`${FILES}$`));
  await expectPlaying(page, await time(page));
});

test('Back closes the menu from any page, and then leaves the player', async ({ page }) => {
  await page.goto(movieSite.app.url);
  await watch(page, FILES);
  await openSettings(page, /^Quality/);
  await button(page, 'Back to settings').click();
  await row(page, /^Playback speed/).click();
  await expect.poll(() => overlay(page)).toBe('/settings/playback');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${FILES}$`));
  await openSettings(page);
  await button(page, 'Close').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`${movieSite.app.url}/`);
});

// The page of the subtitle services sends them requests; another test opens it.
test(
  'every page of the menu has an address, and one Back leaves it',
  LONG_ONLY,
  async ({ page }) => {
    const pages = [
      ['', 'Settings'],
      ['/quality', 'Quality'],
      ['/audio', 'Audio'],
      ['/captions', 'Subtitles'],
      ['/captions/settings', 'Subtitle settings'],
      ['/captions/transcript', 'Transcript'],
      ['/source', 'Source'],
      ['/source/embeds', 'Embeds'],
      ['/playback', 'Playback speed'],
      ['/download', 'Download'],
      ['/download/pc', 'Download on a computer'],
      ['/download/ios', 'Download on iPhone and iPad'],
      ['/download/android', 'Download on Android'],
      ['/no/such/page', 'Settings'],
    ] as const;
    await watch(page, LADDER);
    await page.keyboard.press('k');
    for (const [path, name] of pages) {
      // Navigates like a link inside the page, without reloading the movie.
      await page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `${LADDER}?r=/settings${path}`);
      await expect(menu(page, name)).toBeVisible();
      await page.evaluate(() => history.back());
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(overlay(page)).toBeNull();
    }
  },
);

test('the keyboard alone navigates the menu, and the movie ignores its keys', async ({ page }) => {
  await watch(page, FILES);
  await page.keyboard.press('k');
  await expectPaused(page, true);
  const before = await playback(page);
  await button(page, 'Settings').focus();
  await page.keyboard.press('Enter');
  await isFocused(row(page, /^Quality/));
  await page.keyboard.press('End');
  await isFocused(row(page, /^Keyboard shortcuts/));
  await page.keyboard.press('Enter');
  await expect(menu(page, 'Keyboard shortcuts')).toBeVisible();
  await page.keyboard.press('Escape');
  await isFocused(row(page, /^Keyboard shortcuts/));
  await page.keyboard.press('ArrowDown');
  await isFocused(row(page, /^Quality/));
  for (let rows = 0; rows < 3; rows += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await isFocused(choice(page, 'Normal'));
  await page.keyboard.press('Home');
  await isFocused(choice(page, '0.25×'));
  for (const key of ['k', 'm', 'f', 'l']) await page.keyboard.press(key);
  expect(await playback(page)).toEqual(before);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
  await page.keyboard.press(' ');
  await expect(choice(page, '0.25×')).toBeChecked();
  expect(await playback(page)).toEqual({ ...before, rate: 0.25 });
  await page.keyboard.press('ArrowLeft');
  await isFocused(row(page, /^Playback speed 0.25×/));
  await page.keyboard.press('Escape');
  await isFocused(button(page, 'Settings'));
});
