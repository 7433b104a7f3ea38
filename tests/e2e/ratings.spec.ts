// A movie is rated in its details: without an account, and with one on every device.
import type { Page } from '@playwright/test';
import { createAccountByForm, signIn } from './support/account.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const CHARADE = '/?m=details&title=tmdb-movie-4808-charade';
const stars = (page: Page, count: string) =>
  page.getByRole('group', { name: 'Your rating' }).getByRole('radio', { name: count });

test('a rating is set by keyboard, stays, is added to a new account, and can be removed', async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  await page.goto(CHARADE);
  await stars(page, '3 stars').press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(stars(page, '4 stars')).toBeChecked();
  await expectAccessible(page);
  await page.reload();
  await expect(stars(page, '4 stars')).toBeChecked();

  const passphrase = await createAccountByForm(page);
  await page.goto('/');
  const context = await browser.newContext({ baseURL: site.app.url });
  const phone = await context.newPage();
  await signIn(phone, passphrase, 'Phone');
  await phone.goto(CHARADE);
  await expect(stars(phone, '4 stars')).toBeChecked();
  await phone.getByRole('button', { name: 'Clear rating' }).click();
  await page.goto(CHARADE);
  await expect(stars(page, '5 stars')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear rating' })).toBeHidden();
  await context.close();
});
