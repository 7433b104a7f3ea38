import type { Locator, Page } from '@playwright/test';
import { STARTED_SERIES, startedMovie, storeLibrary, manyBookmarks } from './support/library.ts';
import { card } from './support/screen.ts';
import { expect, expectAccessible, longAfterFirst, test } from './support/test.ts';

const list = (page: Page, name: string): Locator => page.getByRole('region', { name });
const names = (page: Page, name: string): Locator => list(page, name).getByRole('listitem');
const notice = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });

const KEPT = {
  bookmarks: {
    '4808': { title: 'Charade', type: 'movie', year: 1963, updatedAt: 30 },
    '45745': { title: 'Sintel', type: 'movie', year: 2010, updatedAt: 20 },
    '10331': { title: 'Night of the Living Dead', type: 'movie', year: 1968, updatedAt: 10 },
  },
  progress: { '44875': startedMovie('Topper Returns', 40), '1930': STARTED_SERIES },
} as const;

test('started titles and bookmarks have their own lists, with a chip and a bar; a removal can be undone', async ({
  page,
}) => {
  await storeLibrary(page, KEPT);
  await page.goto('/');
  await expect(names(page, 'Continue watching')).toHaveText([
    /Beverly Hillbillies/,
    /Topper Returns/,
  ]);
  const series = list(page, 'Continue watching').getByRole('link', { name: /Hillbillies/ });
  await expect(series).toHaveAccessibleName(/S1 E2/);
  await expect(series).toHaveAccessibleName(/20% watched/);
  await expect(series).toHaveAttribute('href', /\/930110\/930112$/);
  await expect(names(page, 'Bookmarks')).toHaveText([/Charade/, /Sintel/, /Living Dead/]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit “Bookmarks”' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Sintel' }).click();
  await expect(names(page, 'Bookmarks')).toHaveText([/Charade/, /Living Dead/]);
  await expect(page.getByRole('button', { name: 'Remove Night of the Living Dead' })).toBeFocused();
  await notice(page).click();
  await expect(names(page, 'Bookmarks')).toHaveCount(3);
  await page.getByRole('button', { name: 'Done editing “Bookmarks”' }).click();
  await page.getByRole('button', { name: 'Edit “Continue watching”' }).click();
  await page.getByRole('button', { name: 'Remove Topper Returns' }).click();
  await expect(names(page, 'Continue watching')).toHaveCount(1);
  await page.reload();
  await expect(names(page, 'Continue watching')).toHaveText([/Hillbillies/]);
});

/** Hovering waits until the page is stable, then reads the position of `to`. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.hover();
  await from.hover();
  const target = await to.boundingBox();
  if (!target) throw new Error('Nothing to drag to');
  await page.mouse.down();
  await page.mouse.move(target.x + 10, target.y + 80, { steps: 8 });
}

test('bookmarks are reordered with the mouse and with the arrow keys, and keep their order', async ({
  page,
}) => {
  await storeLibrary(page, KEPT);
  await page.goto('/');
  await page.getByRole('button', { name: 'Edit “Bookmarks”' }).click();
  const handle = (title: string) =>
    page.getByRole('button', { name: new RegExp(`^Move ${title}`) });
  await drag(page, handle('Charade'), handle('Sintel'));
  await expect(names(page, 'Bookmarks')).toHaveText([/Sintel/, /Charade/, /Living Dead/]);
  await page.mouse.up();
  await handle('Night of the Living Dead').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(names(page, 'Bookmarks')).toHaveText([/Sintel/, /Living Dead/, /Charade/]);
  await expect(handle('Night of the Living Dead')).toBeFocused();
  await expect(page.getByText('Night of the Living Dead moved to position 2 of 3.')).toBeAttached();
  await page.reload();
  await expect(names(page, 'Bookmarks')).toHaveText([/Sintel/, /Living Dead/, /Charade/]);

  // A drag that Escape cancels changes nothing.
  await page.getByRole('button', { name: 'Edit “Bookmarks”' }).click();
  await drag(page, handle('Sintel'), handle('Night of the Living Dead'));
  await expect(names(page, 'Bookmarks').first()).toHaveText(/Living Dead/);
  await page.keyboard.press('Escape');
  await expect(names(page, 'Bookmarks').first()).toHaveText(/Sintel/);
  await page.mouse.up();
});

test('the menu of a card opens by its button, by a right-click and by the keyboard; its rows mark, undo and play', async ({
  page,
}) => {
  await storeLibrary(page, KEPT);
  await page.goto('/');
  const begun = card(page, /Topper Returns/);
  await begun.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Topper Returns' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Resume',
    'Play from the beginning',
    'Mark as watched',
    'Bookmark',
    'Add to a list',
    'Clear progress',
    'Details',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  const dots = page.getByRole('button', { name: 'More options for Topper Returns' });
  await dots.focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitem', { name: 'Resume' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('menuitem', { name: 'Details' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dots).toBeFocused();

  // A movie leaves the list and a series continues; both can be undone.
  await page.getByRole('button', { name: 'More options for Topper Returns' }).click();
  await page.getByRole('menuitem', { name: 'Mark as watched' }).click();
  await expect(names(page, 'Continue watching')).toHaveText([/Hillbillies/]);
  await notice(page).click();
  await expect(names(page, 'Continue watching')).toHaveCount(2);

  await page.getByRole('button', { name: 'More options for The Beverly Hillbillies' }).click();
  await page.getByRole('menuitem', { name: 'Mark S1 E2 as watched' }).click();
  await expect(card(page, /Hillbillies.*/).first()).toHaveAccessibleName(/S1 E3/);
  await notice(page).click();
  await expect(card(page, /Hillbillies.*/).first()).toHaveAccessibleName(/S1 E2/);

  await page.getByRole('button', { name: 'More options for Topper Returns' }).click();
  await page.getByRole('menuitem', { name: 'Play from the beginning' }).click();
  await expect(page).toHaveURL(/\/media\/tmdb-movie-44875-topper-returns\?t=0$/);
});

test('a card marks a watched title as unwatched, and a season once its episodes are known', async ({
  page,
}) => {
  const seen = { watched: 5_990, duration: 6_000 };
  await storeLibrary(page, {
    bookmarks: KEPT.bookmarks,
    progress: {
      '4808': { ...startedMovie('Charade', 40), progress: seen },
      '1930': STARTED_SERIES,
    },
  });
  await page.goto('/');
  const more = (title: string) => page.getByRole('button', { name: `More options for ${title}` });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await more('Charade').click();
  await expect(item('Mark as watched')).toHaveCount(0);
  await expect(item('Clear progress')).toHaveCount(0);
  await item('Mark as unwatched').click();
  await expect(notice(page)).toBeVisible();
  await more('Charade').click();
  await expect(item('Mark as watched')).toBeVisible();
  await page.keyboard.press('Escape');

  await more('The Beverly Hillbillies').click();
  await expect(item('Mark S1 E2 as watched')).toBeVisible();
  await expect(item('Mark season 1 as watched')).toHaveCount(0);
  await item('Details').click();
  await expect(page.getByRole('button', { name: 'Mark episode 3 as watched' })).toBeVisible();
  await page.keyboard.press('Escape');
  await more('The Beverly Hillbillies').click();
  await item('Mark season 1 as watched').click();
  await more('The Beverly Hillbillies').click();
  await expect(item('Mark S1 E3 as unwatched')).toBeVisible();
  await expect(item('Mark season 1 as unwatched')).toBeVisible();
  await page.keyboard.press('Escape');
  await notice(page).click();
  await more('The Beverly Hillbillies').click();
  await expect(item('Mark S1 E2 as watched')).toBeVisible();
});

test('any search result can be bookmarked, and is stored in this browser', async ({ page }) => {
  await page.goto('/browse/charade');
  await card(page, /Charade/).hover();
  const bookmark = page.getByRole('button', { name: 'Bookmark Charade' });
  await bookmark.click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/');
  await expect(names(page, 'Bookmarks')).toHaveText([/Charade/]);
});

test('two thousand bookmarks are listed without being rendered all at once', async ({ page }) => {
  await storeLibrary(page, { bookmarks: manyBookmarks(2_000) });
  await page.goto('/');
  await expect(list(page, 'Bookmarks').getByRole('listitem').first()).toHaveAttribute(
    'aria-setsize',
    '2000',
  );
  expect(await names(page, 'Bookmarks').count()).toBeLessThan(80);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(card(page, /Film 2000/)).toBeVisible();
  expect(await names(page, 'Bookmarks').count()).toBeLessThan(80);
});

for (const [at, [name, viewport]] of (
  [
    ['a phone', { width: 390, height: 844 }],
    ['a tablet', { width: 820, height: 1180 }],
  ] as const
).entries())
  test(
    `on ${name} nothing is wider than the window, in either text direction`,
    longAfterFirst(at),
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await storeLibrary(page, KEPT);
      await page.goto('/');
      for (const direction of ['ltr', 'rtl']) {
        await page
          .locator('html')
          .evaluate((root, dir) => root.setAttribute('dir', dir), direction);
        await page.getByRole('button', { name: 'Edit “Bookmarks”' }).click();
        const overflow = await page
          .locator('html')
          .evaluate((root) => root.scrollWidth - root.clientWidth);
        expect(overflow).toBe(0);
        await page.getByRole('button', { name: 'Done editing “Bookmarks”' }).click();
      }
    },
  );
