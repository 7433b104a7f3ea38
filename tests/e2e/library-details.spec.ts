import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureContainerMedia } from '../support/container-media.ts';
import { ensureMedia } from '../support/media.ts';
import { lines } from './support/menu.ts';
import { expectPlaying } from './support/screen.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

let site: Site;
let disk = '';

async function put(path: string, source: string): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
  // Makes the content of each file unique. MP4 allows text at its end.
  if (path.endsWith('.mp4')) await writeFile(target, path, { flag: 'a' });
}

test.beforeAll(async () => {
  const media = await ensureMedia();
  const containers = await ensureContainerMedia();
  disk = await mkdtemp(join(tmpdir(), 'matinee-details-'));
  const sintel = 'Movies/Sintel (2010) [tmdbid-45745]';
  await put(`${sintel}/Sintel (2010) [tmdbid-45745] - 720p.mp4`, media.video720);
  const cut = `${sintel}/Sintel (2010) [tmdbid-45745] {edition-Director's Cut}.mkv`;
  await put(cut, join(containers, 'h264-aac.mkv'));
  await put(`${sintel}/Sintel (2010)-trailer.mp4`, media.video360);
  await put(`${sintel}/Featurettes/Drawing dragons.mp4`, media.video360);
  const show = 'Shows/Harbor Tales (2011)';
  await put(`${show}/Season 1/Harbor Tales S01E01.mp4`, media.video360);
  await put(`${show}/Season 1/Harbor Tales S01E01 - 720p.mp4`, media.video720);
  await put(`${show}/Season 2/Harbor Tales S02E01.mp4`, media.video360);
  await put(`${show}/season01-poster.png`, media.poster);
  site = await startSite({ MEDIA_FOLDERS: disk }, { hasOpenSources: false });
});

test.afterAll(async () => {
  await site.close();
  await rm(disk, { recursive: true });
});

test('details list the versions of a movie, and the chosen one plays', async ({ page }) => {
  await page.goto(`${site.app.url}/library?m=details&title=tmdb-movie-45745-sintel`);
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await expect(versions.getByText('720p')).toBeVisible();
  await expect(versions.getByText(/^H\.264 · AAC 2\.0 · MP4 · .* · 1 min$/)).toBeVisible();
  // The folder's path is for administrators.
  await expect(page.getByText('Movies/Sintel')).toHaveCount(0);
  await expectAccessible(page);
  await versions.getByRole('link', { name: /Director's Cut/ }).click();
  await expect(page).toHaveURL(/\?file=[\w-]{22}$/);
  await expectPlaying(page);
  await expect.poll(() => lines(page)).toBe(180);
});

test('the player offers the versions, even by keyboard on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.app.url}/media/tmdb-movie-45745-sintel?r=/settings/source`);
  await expectPlaying(page);
  const row = page.getByRole('menuitem', { name: /^Versions/ });
  await row.focus();
  await page.keyboard.press('Enter');
  const versions = page.getByRole('menuitemradio');
  await expect(versions).toHaveCount(2);
  await expect(versions.filter({ hasText: '720p' })).toContainText(/H\.264 · AAC 2\.0 · MP4 · /);
  await expectAccessible(page);
  const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
  expect(await page.evaluate(isWide)).toBe(false);
  await versions.filter({ hasText: "Director's Cut" }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?file=[\w-]{22}$/);
  await expectPlaying(page);
  await expect.poll(() => lines(page)).toBe(180);
});

test('extras of a movie play', LONG_ONLY, async ({ page }) => {
  await page.goto(`${site.app.url}/library?m=details&title=tmdb-movie-45745-sintel`);
  const extras = page.getByRole('region', { name: 'Extras' });
  await expect(extras.getByRole('link', { name: /Trailer/ })).toBeVisible();
  await extras.getByRole('link', { name: /Drawing dragons/ }).click();
  await expectPlaying(page);
  await expect(page).toHaveTitle(/Drawing dragons/);
});

test('the picture and the files of a season are with it, and a version plays', async ({ page }) => {
  await page.goto(`${site.app.url}/library?section=shows`);
  await page
    .getByRole('link', { name: /Harbor Tales/ })
    .first()
    .waitFor();
  const href = await page
    .getByRole('main')
    .getByRole('link', { name: /Harbor Tales/ })
    .first()
    .getAttribute('href');
  await page.goto(`${site.app.url}/library?m=details&title=${href?.split('/').at(-1)}`);
  const picture = page.getByRole('region', { name: 'Episodes' }).locator('img');
  await expect(picture).toHaveAttribute('data-state', 'loaded');
  await expect(picture).toHaveAttribute('src', /^\/library\/pictures\/.*\/season-1\.jpg$/);
  const seasons = page.getByRole('combobox', { name: 'Season' });
  await seasons.selectOption('Season 2');
  await expect(picture).toHaveCount(0);
  await seasons.selectOption('Season 1');
  await page.getByText('2 files in the library').click();
  await page.getByRole('link', { name: /Episode 1 · 720p/ }).click();
  await expectPlaying(page);
  await expect.poll(() => lines(page)).toBe(720);
});
