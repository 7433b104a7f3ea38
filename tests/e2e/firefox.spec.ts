// The main journeys in Firefox: its media engine, storage and policies differ.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureMedia } from '../support/media.ts';
import { fault, logIn, login, register, stateOf } from './support/account.ts';
import { LINES } from './support/captions.ts';
import {
  expectPaused,
  expectPlaying,
  openTitle,
  player,
  search,
  searchBox,
  typeText,
} from './support/screen.ts';
import { startMovieSite, type MovieSite } from './support/movie-site.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

// Firefox reports each request that leaving a page cancels.
test.use({ allowedErrors: /NS_BINDING_ABORTED|can.t establish a connection|interrupted while/ });
test.setTimeout(120_000);

test('from the start page through a search to a playing mp4, with captions', async ({ page }) => {
  await page.goto('/');
  await expect(searchBox(page)).toBeVisible();
  await expectAccessible(page);
  await search(page, 'charade');
  await openTitle(page, 'Charade');
  await expectPlaying(page);
  await page.keyboard.press('c');
  await expect(page.getByText(new RegExp(LINES.join('|'))).first()).toBeVisible();
  await page.keyboard.press('Space');
  await expectPaused(page, true);
  await expectAccessible(page);
});

test.describe('a playlist', () => {
  let movieSite: MovieSite;
  test.beforeAll(async () => {
    const { hls } = await ensureMedia();
    const movie = { tmdbId: 3085, title: 'His Girl Friday', streams: [{ url: 'master.m3u8' }] };
    movieSite = await startMovieSite([movie], (path) => {
      const file = join(hls, path);
      return existsSync(file) ? { file } : undefined;
    });
  });
  test.afterAll(() => movieSite.close());

  test('plays through hls.js, and continues after a seek', async ({ page }) => {
    await page.goto(`${movieSite.app.url}/media/tmdb-movie-3085-his-girl-friday`);
    await expectPlaying(page);
    await player(page).press('5');
    await expectPlaying(page, 10);
  });
});

test(
  'registration creates an account, verifies its words, and a second browser has the bookmark',
  LONG_ONLY,
  async ({ page, browser, site }) => {
    test.slow();
    const passphrase = (await register.toVerify(page)).join(' ');
    await typeText(login.passphrase(page), `${'abandon '.repeat(11)}about`);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(fault(page)).toContainText("Passphrase doesn't match");
    await page.reload();
    await typeText(login.passphrase(page), passphrase);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/');
    await search(page, 'charade');
    await page.getByRole('button', { name: 'More options for Charade' }).click();
    await page
      .getByRole('menuitem', { name: 'Bookmark' })
      .or(page.getByRole('menuitemcheckbox', { name: 'Bookmark' }))
      .click();
    await expect
      .poll(() => stateOf(page, '__MW::bookmarks'))
      .toMatchObject({ bookmarks: { 4808: { title: 'Charade' } }, updateQueue: [] });

    const context = await browser.newContext({ baseURL: site.app.url });
    const second = await context.newPage();
    await logIn(second, passphrase);
    await expect(second).toHaveURL('/');
    await expect
      .poll(() => stateOf(second, '__MW::bookmarks'))
      .toMatchObject({ bookmarks: { 4808: { title: 'Charade' } } });
    await context.close();
  },
);

test(
  'without the extension its page shows that and offers the one for Firefox',
  LONG_ONLY,
  async ({ page }) => {
    await page.goto('/onboarding/extension');
    await expect(page.getByText('Add the extension to Firefox')).toBeVisible();
    await expect(page.getByText('No extension found')).toBeVisible();
    await expectAccessible(page);
  },
);
