// One user with two open tabs in two browsers: changes in one appear in the other without a reload.
import type { BrowserContext, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccount, signIn, stateOf } from './support/account.ts';
import { expectPlaying } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const list = (page: Page, name: string) => page.getByRole('region', { name });

/**
 * A browser that has fetched changes pauses for nine times as long as that took: 30 s after 3.4 s, on a busy machine.
 */
const LONG_PAUSE = { timeout: 120_000 };

let context: BrowserContext;
let tablet: Page;
let phone: Page;
test.beforeEach(async ({ page, browser, site }) => {
  test.slow();
  tablet = page;
  const passphrase = await createAccount(tablet);
  context = await browser.newContext({ baseURL: site.app.url });
  phone = await context.newPage();
  await signIn(phone, passphrase, 'Phone');
});
test.afterEach(() => context.close());

test('bookmarks, progress and settings are synced both ways while both tabs are open', async () => {
  await tablet.goto('/');
  await expect(phone.getByRole('heading', { name: 'Watch now' })).toBeVisible();

  const movie = await tablet.context().newPage();
  await movie.goto('/?m=details&title=tmdb-movie-4808-charade');
  await movie.getByRole('dialog').getByRole('button', { name: 'Bookmark' }).click();
  await expect(list(phone, 'Bookmarks')).toContainText('Charade', LONG_PAUSE);
  await movie.close();

  const other = await context.newPage();
  await other.goto('/media/tmdb-movie-10331-night-of-the-living-dead?t=25');
  await expectPlaying(other, 25);
  // Home does not offer to continue a movie as short as this one.
  await expect
    .poll(() => stateOf(tablet, '__MW::progress'), LONG_PAUSE)
    .toMatchObject({ items: { 10331: { progress: { watched: expect.any(Number) } } } });
  await other.close();

  await phone.getByRole('button', { name: 'Edit “Bookmarks”' }).click();
  await phone.getByRole('button', { name: /Remove.*Charade/ }).click();
  await expect(list(tablet, 'Bookmarks')).toBeHidden(LONG_PAUSE);

  await tablet.goto('/settings');
  await tablet.getByRole('radio', { name: 'Red' }).check();
  await tablet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone.locator('html')).toHaveAttribute('data-theme', 'red', LONG_PAUSE);
});

test.describe('devices', () => {
  test.use({ allowedErrors: /Failed to load resource/ });

  test('are renamed and removed by one another, and leaving with unsent changes asks for confirmation', async () => {
    // Settings are sent when everything else is in step.
    await tablet.route(/\/settings$/, async (route) => {
      if (route.request().method() === 'PUT') await pause(1_000);
      await route.continue();
    });
    await tablet.goto('/settings');
    await expect(tablet.getByText(/^Synced with your account\./)).toBeVisible();
    const other = list(tablet, 'Devices').getByRole('listitem').nth(1);
    await expect(other).toContainText('First used');
    await other.getByRole('button', { name: 'Rename Phone' }).click();
    const question = tablet.getByRole('dialog', { name: 'Rename device' });
    await question.getByRole('textbox', { name: 'Device name' }).fill('Grandmother’s telephone');
    await expectAccessible(tablet);
    await question.getByRole('button', { name: 'Rename' }).click();
    await expect(other).toContainText('Grandmother’s telep…');
    await phone.goto('/settings');
    const name = phone.getByRole('textbox', { name: 'Device name' });
    await expect(name).toHaveValue('Grandmother’s telephone');

    await other.getByRole('button', { name: /Remove/ }).click();
    const notice = phone.getByRole('alert').filter({ hasText: "You've been logged out" });
    await expect(notice.getByRole('link', { name: 'Log in' })).toBeVisible();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();

    // Writes of this device fail.
    await tablet.route('**/changes', (route) => route.abort());
    await tablet.goto('/?m=details&title=tmdb-movie-4808-charade');
    await tablet.getByRole('dialog').getByRole('button', { name: 'Bookmark' }).click();
    await tablet.keyboard.press('Escape');
    // Without a reload: a page that closes sends pending changes, and nothing can stop that.
    const unsent = tablet.getByRole('dialog', { name: "Some changes haven't been saved" });
    const menu = tablet.getByRole('button', { name: 'Menu' });
    await menu.click();
    await tablet.getByRole('menuitem', { name: 'Log out' }).click();
    await unsent.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(unsent).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await tablet.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(tablet.getByText('1 change is waiting on this device')).toBeVisible();
    const leave = tablet.getByRole('button', { name: 'Log out', exact: true });
    await leave.click();
    await expectAccessible(tablet);
    await unsent.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(unsent).toBeHidden();
    await leave.click();
    const downloading = tablet.waitForEvent('download');
    await unsent.getByRole('button', { name: 'Save file and log out' }).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Charade');
    await expect(tablet.getByRole('link', { name: 'Create an account' })).toBeVisible();
  });
});
