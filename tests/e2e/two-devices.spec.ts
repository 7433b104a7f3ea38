// One person with two open tabs in two browsers: what is done in one appears in the other without a reload.
import type { BrowserContext, Page } from '@playwright/test';
import { createAccount, logIn, stateOf } from './support/account.ts';
import { expectPlaying } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const SLOW = { timeout: 30_000 };
const list = (page: Page, name: string) => page.getByRole('region', { name });

let context: BrowserContext;
let tablet: Page;
let phone: Page;
test.beforeEach(async ({ page, browser, cinema }) => {
  test.slow();
  tablet = page;
  const passphrase = await createAccount(tablet);
  context = await browser.newContext({ baseURL: cinema.app.url });
  phone = await context.newPage();
  await logIn(phone, passphrase, 'Phone');
  await expect(phone).toHaveURL('/', SLOW);
});
test.afterEach(() => context.close());

test('bookmarks, progress and settings arrive both ways while both tabs are open', async () => {
  await tablet.goto('/');
  await expect(phone.getByRole('heading', { name: 'Watch now' })).toBeVisible(SLOW);

  const film = await tablet.context().newPage();
  await film.goto('/?m=details&title=tmdb-movie-4808-charade');
  await film.getByRole('dialog').getByRole('button', { name: 'Bookmark' }).click(SLOW);
  await expect(list(phone, 'Bookmarks')).toContainText('Charade', SLOW);
  await film.close();

  const other = await context.newPage();
  await other.goto('/media/tmdb-movie-10331-night-of-the-living-dead?t=25');
  await expectPlaying(other, 25);
  // Home does not offer to go on with a film that is as short as ours.
  await expect
    .poll(() => stateOf(tablet, '__MW::progress'), SLOW)
    .toMatchObject({ items: { 10331: { progress: { watched: expect.any(Number) } } } });
  await other.close();

  await phone.getByRole('button', { name: 'Edit: Bookmarks' }).click(SLOW);
  await phone.getByRole('button', { name: /Remove.*Charade/ }).click();
  await expect(list(tablet, 'Bookmarks')).toBeHidden(SLOW);

  await tablet.goto('/settings');
  await tablet.getByRole('radio', { name: 'Red' }).check();
  await tablet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone.locator('html')).toHaveAttribute('data-theme', 'red', SLOW);
});
