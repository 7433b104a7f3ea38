// A movie is rated from its details: by whoever is here, with an account on every device.
import type { Page } from '@playwright/test';
import { createAccount, logIn } from './support/account.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const SLOW = { timeout: 30_000 };
const CHARADE = '/?m=details&title=tmdb-movie-4808-charade';
const stars = (page: Page, count: string) =>
  page.getByRole('group', { name: 'Your rating' }).getByRole('radio', { name: count });

test('a rating is given by keyboard, stays, is the account’s once there is one, and goes again', async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  await page.goto(CHARADE);
  await stars(page, '3 stars').press('Space', SLOW);
  await page.keyboard.press('ArrowRight');
  await expect(stars(page, '4 stars')).toBeChecked();
  await expectAccessible(page);
  await page.reload();
  await expect(stars(page, '4 stars')).toBeChecked(SLOW);

  const passphrase = await createAccount(page);
  await page.goto('/');
  const context = await browser.newContext({ baseURL: site.app.url });
  const phone = await context.newPage();
  await logIn(phone, passphrase, 'Phone');
  await expect(phone).toHaveURL('/', SLOW);
  await phone.goto(CHARADE);
  await expect(stars(phone, '4 stars')).toBeChecked(SLOW);
  await phone.getByRole('button', { name: 'Clear rating' }).click();
  await page.goto(CHARADE);
  await expect(stars(page, '5 stars')).toBeVisible(SLOW);
  await expect(page.getByRole('button', { name: 'Clear rating' })).toBeHidden(SLOW);
  await context.close();
});
