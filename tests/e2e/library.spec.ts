import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { ensureMedia } from '../support/media.ts';
import { expectPlaying } from './support/screen.ts';
import { register } from '../support/identity.ts';
import { seed } from './support/signed-in.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const LETTERS = 'BCDFGHKLMNPRSTVW';
/** More than fit a window, of the 1980s and the 1990s. */
const MOVIES = Array.from({ length: 160 }, (_, at) => {
  const letter = LETTERS[at % LETTERS.length] ?? '';
  return `${letter}eyond Hill ${at} (${1980 + (at % 20)})`;
});

test.use({ allowedErrors: /503|\/t\/p\// });

let site: Site;
let disk = '';

async function put(path: string, source: string): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
  // Makes the content of each file unique.
  await writeFile(target, path, { flag: 'a' });
}

test.beforeAll(async () => {
  const media = await ensureMedia();
  disk = await mkdtemp(join(tmpdir(), 'matinee-library-'));
  await mkdir(join(disk, 'Movies'));
  await Promise.all(MOVIES.map((name) => writeFile(join(disk, 'Movies', `${name}.mp4`), name)));
  await put('Shows/Harbor Tales (2011)/Season 1/Harbor Tales S01E01.mp4', media.video360);
  await put('Shows/Harbor Tales (2011)/Season 1/Harbor Tales S01E02.mp4', media.video360);
  await put('Films/Sintel (2010) [tmdbid-45745]/Sintel (2010).mp4', media.video360);
  await put('Videos/Our Summer/Our Summer.mp4', media.video360);
  await copyFile(media.poster, join(disk, 'Videos/Our Summer/poster.png'));
  await writeFile(join(disk, 'Films/Far Away (2001).strm'), 'https://example.com/');
  site = await startSite({ MEDIA_FOLDERS: disk, REGISTRATION: 'open' });
});

test.afterAll(async () => {
  await site.close();
  await rm(disk, { recursive: true });
});

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const section = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name });

test('the menu leads to the library, which has its sections, an order and filters', async ({
  page,
}) => {
  await page.goto(site.app.url);
  await expect(page.getByRole('heading', { name: 'Recently added' })).toBeVisible();
  const added = page.getByRole('region', { name: 'Recently added' });
  const recording = added.getByRole('listitem').filter({ hasText: 'Our Summer' });
  await expect(recording).toContainText('Video');
  await expect(recording).not.toContainText('Movie');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect(page.getByText('161 titles')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Sort by').selectOption('Title');
  await expect(cards(page).first()).toContainText('Beyond Hill 0');
  await page.getByLabel('Decade').selectOption('1990s');
  await expect(page.getByText('80 titles')).toBeVisible();
  await page.reload();
  await expect(page.getByText('80 titles')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('161 titles')).toBeVisible();

  await section(page, /Shows/).click();
  await expect(page.getByText('1 title', { exact: true })).toBeVisible();
  await expect(cards(page).filter({ hasText: 'Harbor Tales' })).toHaveCount(1);
});

test('a letter jumps to its titles, far down the grid', async ({ page }) => {
  await page.goto(`${site.app.url}/library?sort=title`);
  await page.getByRole('button', { name: 'Jump to W' }).click();
  await expect(page.getByRole('link', { name: /^Weyond Hill 15 / })).toBeInViewport();
  await page.getByRole('button', { name: 'Jump to B' }).click();
  await expect(page.getByRole('link', { name: /^Beyond Hill 0 / })).toBeInViewport();
});

test('a visitor without an account sorts by what was watched in this browser', async ({ page }) => {
  await page.goto(`${site.app.url}/library?sort=unwatched&decade=1980`);
  const links = cards(page).getByRole('link');
  const first = (await links.first().getAttribute('href')) ?? '';
  const second = (await links.nth(1).getAttribute('href')) ?? '';
  expect(second).not.toBe(first);
  await page
    .getByRole('button', { name: /^More options for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Mark as watched' }).click();
  // The mark waits for details from the catalog, which a reload would cancel.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.reload();
  await expect(links.first()).toHaveAttribute('href', second);
  await expect(page.getByLabel('Sort by')).toHaveValue('unwatched');
  await expect(page.getByText('80 titles')).toBeVisible();
});

test('a home video has its poster, and plays from the bookmarks, where it was left', async ({
  page,
}) => {
  await page.goto(`${site.app.url}/library?section=videos`);
  const card = cards(page).filter({ hasText: 'Our Summer' });
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  await expect(card.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await card.hover();
  await card.getByRole('button', { name: 'Bookmark Our Summer' }).click();
  await page.goto(site.app.url);
  const bookmarks = page.getByRole('region', { name: 'Bookmarks' });
  await bookmarks.getByRole('link', { name: /Our Summer/ }).click();
  await expectPlaying(page);
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('l');
  await expectPlaying(page, 20);
  await page.reload();
  await expectPlaying(page, 20);
});

test('cards of titles that the library holds have a mark elsewhere', async ({ page }) => {
  await page.goto(`${site.app.url}/browse/sintel`);
  const card = cards(page).filter({ hasText: 'Sintel' });
  await expect(card.getByText('In the library')).toBeAttached();
  await page.goto(`${site.app.url}/browse/detour`);
  await expect(cards(page).filter({ hasText: 'Detour' })).toBeVisible();
  await expect(page.getByText('In the library')).toHaveCount(0);
});

test('a title that TMDB knows keeps its poster while its image host is away', async ({ page }) => {
  const summary = `${site.app.url}/library/summary`;
  const { pictures } = z
    .object({ pictures: z.string() })
    .parse(await (await fetch(summary)).json());
  const copy = `${pictures}/sintel.png`;
  await expect
    .poll(async () => (await fetch(`${site.app.url}${copy}`)).status, { timeout: 60_000 })
    .toBe(200);
  await page.route('**/t/p/**', (route) => route.abort());
  await page.goto(`${site.app.url}/library?sort=title`);
  const poster = cards(page).filter({ hasText: 'Sintel' }).locator('img');
  await page.getByRole('button', { name: 'Jump to S' }).click();
  await expect(poster).toHaveAttribute('src', copy);
  await expect(poster).not.toHaveJSProperty('naturalWidth', 0);
  await page.goto(`${site.app.url}/library?m=details&title=tmdb-movie-45745-sintel`);
  const details = page.getByRole('dialog');
  await expect(details.locator('img').first()).toHaveAttribute('src', copy);
});

test('a misspelled search finds a show of the folders, whose episodes play', async ({ page }) => {
  await page.goto(`${site.app.url}/browse/harbr%20tales`);
  await cards(page).filter({ hasText: 'Harbor Tales' }).getByRole('link').click();
  await expectPlaying(page);
  await expect(page).toHaveTitle(/Harbor Tales/);
});

test('a library that is away says so, and loads on request', async ({ page }) => {
  await page.route('**/library/summary', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${site.app.url}/library`);
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the library" });
  await expect(alert).toBeVisible();
  await page.unroute('**/library/summary');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('161 titles')).toBeVisible();
});

test.describe('a library for accounts', () => {
  // The catalog says that a title of the library doesn't exist.
  test.use({ allowedErrors: /status of 404/ });
  let closed: Site;
  test.beforeAll(async () => {
    closed = await startSite({ MEDIA_FOLDERS: disk, OWN_SOURCES: 'accounts' });
  });
  test.afterAll(() => closed.close());

  test('shows visitors the way to log in, and nothing of its titles', async ({ page }) => {
    await page.goto(`${closed.app.url}/library`);
    await expect(page.getByText('Log in to see this library')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Flibrary/);
    await page.goto(`${closed.app.url}/media/tmdb-movie-${FIRST_LOCAL_ID + 1}-party`);
    await expect(page.getByRole('heading', { name: 'Log in to see this library' })).toBeVisible();
    await expect(page).toHaveTitle(/^Log in to see this library/);
  });
});

test(
  'administrators see on the diagnostics page which files were not recognized',
  LONG_ONLY,
  async ({ page, context }) => {
    const panel = page.getByRole('region', { name: 'Unrecognized files' });
    await page.goto(`${site.app.url}/admininfo`);
    await expect(page.getByRole('region', { name: 'Metrics' })).toBeVisible();
    await expect(panel).toHaveCount(0);
    await seed(context, await register(site.app));
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    const sources = page.getByRole('region', { name: 'Your own sources' });
    await sources.getByRole('button', { name: 'Run: Your own sources' }).click();
    await expect(sources.getByRole('listitem')).toContainText(
      '161 movies, 2 episodes, and 1 other video',
    );
    await panel.getByRole('button', { name: 'Run: Unrecognized files' }).click();
    const row = panel.getByRole('listitem').filter({ hasText: 'Far Away (2001).strm' });
    await expect(row).toContainText(
      "It's a text file with a link to a video. Such links aren't followed.",
    );
    await expectAccessible(page);
  },
);
