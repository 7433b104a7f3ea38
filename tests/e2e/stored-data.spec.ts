import type { Page } from '@playwright/test';
import { storeLibrary, manyBookmarks } from './support/library.ts';
import { card } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

/** Storage of an older client. */
async function leave(page: Page, stores: Readonly<Record<string, unknown>>): Promise<void> {
  const texts = Object.entries(stores).map(
    ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  await page.addInitScript((stored) => {
    if (localStorage.getItem('left') !== null) return;
    localStorage.setItem('left', 'yes');
    for (const [key, text] of stored) localStorage.setItem(key, text);
  }, texts);
}

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
const list = (page: Page, name: string) => page.getByRole('region', { name });

test(
  'the oldest stores are migrated by title and year, and a backup is kept',
  LONG_ONLY,
  async ({ page }) => {
    await leave(page, {
      'mw-bookmarks': {
        bookmarks: [
          { mediaId: 1, mediaType: 'movie', title: 'Charade', year: '1963' },
          { mediaId: 2, mediaType: 'movie', title: 'Nobody has ever made this', year: '1999' },
        ],
      },
      'mw-settings': {
        language: 'de',
        captionSettings: {
          delay: 3,
          style: { color: '#ff0000', fontSize: 30, backgroundColor: '#00000033' },
        },
      },
      'mw-volume': { volume: 0.4 },
      'video-progress': {
        '--version': 1,
        items: [
          {
            mediaId: 3,
            mediaType: 'movie',
            title: 'Sintel',
            year: 2010,
            percentage: 25,
            progress: 200,
          },
        ],
      },
    });
    await page.goto('/');
    await expect(list(page, 'Lesezeichen').getByRole('link', { name: /Charade/ })).toBeVisible();
    await expect(list(page, 'Weiterschauen').getByRole('link', { name: /Sintel/ })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect.poll(() => stored(page, '__MW::volume')).toContain('0.4');
    await expect.poll(() => stored(page, 'BACKUP-v0-mw-bookmarks')).toContain('Nobody has ever');
    expect(await stored(page, 'BACKUP-v1-video-progress')).toContain('Sintel');
    expect(await stored(page, 'mw-bookmarks')).toBe('{"bookmarks":[],"--version":3}');
    // A second visit migrates nothing again.
    await page.reload();
    await expect(list(page, 'Lesezeichen').getByRole('listitem')).toHaveCount(1);
  },
);

test('the last legacy versions are migrated at once, and invalid data affects only itself', async ({
  page,
}) => {
  const meta = (id: number) => ({
    title: `Film ${id}`,
    id: String(id),
    year: '1950',
    type: 'movie',
  });
  const many = Array.from({ length: 2_000 }, (_, index) => ({
    item: { meta: meta(700_000 + index) },
    progress: 600,
    percentage: 10,
    watchedAt: 1_650_000_000_000 + index,
  }));
  await leave(page, {
    'mw-bookmarks': { '--version': 2, bookmarks: [meta(9), { ...meta(8), type: 'anime' }] },
    'mw-settings': '{"language":',
    'mw-volume': { '--version': 9, volume: 'of another kind' },
    'video-progress': { '--version': 3, items: many },
  });
  await page.goto('/');
  await expect(list(page, 'Bookmarks').getByRole('listitem')).toHaveText([/Film 9/]);
  const begun = list(page, 'Continue watching').getByRole('listitem');
  await expect(begun.first()).toHaveAttribute('aria-setsize', '2000');
  await expect(begun.first()).toContainText('Film 701999');
  expect(await stored(page, 'BACKUP-v0-mw-settings')).toBe('{"language":');
  expect(await stored(page, 'mw-volume')).toContain('of another kind');
});

test('an unreadable library is reported first, and kept unchanged', LONG_ONLY, async ({ page }) => {
  await leave(page, { 'video-progress': '{"items":' });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to migrate your data.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  expect(await stored(page, 'BACKUP-v0-video-progress')).toBe('{"items":');
  // Shown once.
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
});

test(
  'a slow migration is shown, and the app can be used meanwhile',
  LONG_ONLY,
  async ({ page }) => {
    // The server does not respond yet.
    await page.route(/\/catalogue\/3\/search\//, () => undefined);
    await leave(page, {
      'mw-bookmarks': {
        bookmarks: [{ mediaId: 1, mediaType: 'movie', title: 'Charade', year: '1963' }],
      },
    });
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moving your data…');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue while this runs' }).click();
    await expect(page.getByRole('article')).toBeVisible();
  },
);

test(
  'invalid current stores, or those of later versions, do not affect the others',
  LONG_ONLY,
  async ({ page }) => {
    await storeLibrary(page, {
      bookmarks: {
        '4808': { title: 'Charade', type: 'movie', year: 1963, updatedAt: 30 },
      },
    });
    await leave(page, {
      '__MW::progress': '{"state":{"items":',
      '__MW::volume': { state: { volume: 'loud' }, version: 0 },
      '__MW::theme': { state: { theme: 'plaid', more: true }, version: 99 },
    });
    await page.goto('/');
    await expect(card(page, /Charade/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test('two tabs show the same library at once', async ({ page, context }) => {
  await storeLibrary(page, { bookmarks: manyBookmarks(2) });
  await page.goto('/');
  await expect(list(page, 'Bookmarks').getByRole('listitem')).toHaveCount(2);
  const other = await context.newPage();
  await other.goto('/browse/charade');
  await card(other, /Charade/).hover();
  await other.getByRole('button', { name: 'Bookmark Charade' }).click();
  await expect(list(page, 'Bookmarks').getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Edit “Bookmarks”' }).click();
  await page.getByRole('button', { name: 'Remove Charade' }).click();
  await expect(other.getByRole('button', { name: 'Bookmark Charade' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('a library is exported and imported in another browser, and other files have their own errors', async ({
  page,
  browser,
}) => {
  await storeLibrary(page, { bookmarks: manyBookmarks(3) });
  await page.goto('/settings');
  const leaving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await (await leaving).path();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await other.goto('/settings');
  const choose = (chosen: string | { name: string; mimeType: string; buffer: Buffer }) =>
    other.getByLabel('Import', { exact: true }).setInputFiles(chosen);
  const text = (content: string) => ({
    name: 'library.json',
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  });
  await choose(text('{"format":"matinee-lib'));
  await expect(
    other.getByText(
      "This isn't an export file. Choose a file that was exported here or on another device.",
    ),
  ).toBeVisible();
  await choose(text('{"format":"matinee-library","version":7}'));
  await expect(other.getByText(/made by a newer version/)).toBeVisible();
  await expectAccessible(other);
  await choose(file);
  await expect(other.getByText(/Bookmarks: 3\./)).toBeVisible();
  await choose(file);
  await expect(other.getByText(/Bookmarks: 0\./)).toBeVisible();
  await other.getByRole('link', { name: 'Matinee' }).first().click();
  await expect(list(other, 'Bookmarks').getByRole('listitem')).toHaveCount(3);
  await context.close();
});

test('without any storage the app works from memory and shows that', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto('/browse/charade');
  await card(page, /Charade/).hover();
  await page.getByRole('button', { name: 'Bookmark Charade' }).click();
  await expect(page.getByText(/storage is full or blocked/)).toBeVisible();
  await page.getByRole('link', { name: 'Matinee' }).first().click();
  await expect(list(page, 'Bookmarks').getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
});
