import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureMedia } from '../support/media.ts';
import { startWebdav, WEBDAV_PASSWORD, WEBDAV_USER } from '../support/fakes/webdav.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startSite, type Site } from './support/site.ts';
import { brightness, expectPlaying, expectTimeNear, position } from './support/screen.ts';
import { envelope } from './support/signed-in.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

/** An operator with a disk of movies and a share of series. */
test.describe('operator files', () => {
  // The browser reports unreachable addresses.
  test.use({ allowedErrors: /Failed to load resource/ });
  let customSite: Site;
  let share: Fake;
  let disk = '';

  test.beforeAll(async () => {
    const media = await ensureMedia();
    disk = await mkdtemp(join(tmpdir(), 'matinee-films-'));
    const folder = join(disk, 'Night of the Living Dead (1968)');
    await mkdir(folder);
    const file = join(folder, 'Night of the Living Dead (1968) - 720p');
    await copyFile(media.video720, `${file}.mp4`);
    await copyFile(media.srt, `${file}.en.srt`);
    // Apart from this disk, only the Archive could have this movie, and its fake has nothing.
    await copyFile(media.video360, join(disk, 'Detour (1945).iso'));
    share = await startWebdav({
      files: {
        'The Beverly Hillbillies (1962)/Season 1/S01E01.mp4': { file: media.video360 },
      },
    });
    customSite = await startSite({
      MEDIA_FOLDERS: disk,
      WEBDAV_URL: `${share.url}/dav/films`,
      WEBDAV_USER,
      WEBDAV_PASSWORD,
    });
  });
  test.afterAll(async () => {
    await customSite.close();
    await share.close();
    await rm(disk, { recursive: true });
  });

  test('a movie from a folder plays, with its captions, and can be sought', async ({ page }) => {
    // The Archive also has the movie, and could win the race on a busy machine.
    customSite.archive.behave('empty');
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/stream/')) streams.push(request.url());
    });
    await page.goto(`${customSite.app.url}/media/tmdb-movie-10331-night-of-the-living-dead`);
    await expectPlaying(page);
    await expect.poll(() => brightness(page)).toBeGreaterThan(40);
    expect(streams.length).toBeGreaterThan(0);
    expect(customSite.archive.node.count('/')).toBe(0);
    customSite.archive.behave('normal');

    await page.keyboard.press('c');
    const lines = /kettle hums|Rain taps|Seven steps|Count the lamps|almost at the end/;
    await expect(page.getByText(lines).first()).toBeVisible();

    await page.keyboard.press('k');
    await position(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await expectTimeNear(page, 0);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('l');
    await expectTimeNear(page, 30);
    await page.keyboard.press('k');
    await expectPlaying(page, 30);
  });

  test('a movie that no browser plays is listed, with the reason', async ({ page }) => {
    customSite.archive.behave('empty');
    await page.goto(`${customSite.app.url}/media/tmdb-movie-20367-detour`);
    await expect(
      page.getByRole('heading', { name: "We found it, but it can't be played" }),
    ).toBeVisible();
    await expect(page.getByRole('alert').first()).toContainText('its format, ISO (.iso)');
    await page.getByText('Details', { exact: true }).click();
    await expect(
      page.getByText(/folder: notfound\s+“Site library” has a file for “Detour”/),
    ).toBeVisible();
    await expectAccessible(page);
    customSite.archive.behave('normal');
  });

  test('a missing episode keeps the way to the others', LONG_ONLY, async ({ page }) => {
    customSite.archive.behave('empty');
    await page.goto(
      `${customSite.app.url}/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930112`,
    );
    await expect(page.getByRole('heading', { name: "We couldn't find that" })).toBeVisible();
    await page.getByRole('button', { name: 'Episodes' }).click();
    const episodes = page.getByRole('dialog');
    await expect(episodes).toBeVisible();
    await expect(episodes.getByRole('menuitemradio', { checked: true })).toHaveCount(1);
    await expect(episodes.getByText('Watching now')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Episodes' })).toBeFocused();
    await page.keyboard.press('Enter');
    await episodes.getByRole('menuitemradio').first().click();
    await expectPlaying(page);
    customSite.archive.behave('normal');
  });

  test(
    'proxies and relays of an account do not hide the movies, even when they are down',
    LONG_ONLY,
    async ({ page }) => {
      const proxySet = ['https://worker.example', '|type=api|https://relay.example'];
      await page.addInitScript(
        (text) => localStorage.setItem('__MW::auth', text),
        envelope({ account: null, proxySet }),
      );
      await page.route(/\/\/(worker|relay)\.example\//, (route) => route.abort());
      await page.goto(`${customSite.app.url}/media/tmdb-movie-10331-night-of-the-living-dead`);
      await expectPlaying(page);
      const source = page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc);
      expect(await source).toContain('/stream/');

      // A title that no source has: the relay that did not respond is named.
      await page.goto(`${customSite.app.url}/media/tmdb-movie-556574-hamilton`);
      await expect(page.getByRole('alert').first()).toContainText('relay.example');
    },
  );

  test('an episode from a share plays', async ({ page }) => {
    await page.goto(
      `${customSite.app.url}/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930111`,
    );
    await expectPlaying(page);
    expect(share.requests.some(({ headers }) => headers['range'] !== undefined)).toBe(true);
    // The server may query the Archive for the next episode in the meantime. This episode comes from the share.
    const source = page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc);
    expect(await source).toContain('/stream/');
  });
});
