// The history by day: shown and removed without an account, and with one on every device.
import type { Page } from '@playwright/test';
import { createAccountByForm, signIn } from './support/account.ts';
import { envelope } from './support/signed-in.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

// The page is offline for a while, and Chromium reports each failed request.
test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED/ });

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (page: Page, name: string) => page.getByRole('region', { name });

/** Movies, the first watched today, each further one a day earlier. */
async function keepHistory(page: Page, titles: readonly string[]): Promise<void> {
  const items = titles.map((title, index) => [
    `${index + 1}/`,
    {
      tmdbId: String(index + 1),
      type: 'movie',
      title,
      watched: 600,
      duration: 6_000,
      completed: index === 0,
      updatedAt: Date.now() - index * DAY_MS,
      isNew: true,
    },
  ]);
  const text = envelope({ items: Object.fromEntries(items) });
  await page.addInitScript((kept) => {
    if (localStorage.getItem('__MW::watchHistory') === null)
      localStorage.setItem('__MW::watchHistory', kept);
  }, text);
}

test('without an account: by day, one removed and restored, a day removed, all cleared, offline', async ({
  page,
  context,
}) => {
  await keepHistory(page, ['Charade', 'Sintel', 'Detour']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(day(page, 'Today')).toContainText('Charade');
  await expect(day(page, 'Today')).toContainText('Watched');
  await expect(day(page, 'Yesterday')).toContainText('10% watched');
  await expect(page.getByRole('region')).toHaveCount(3);
  await expectAccessible(page);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Remove “Charade” from your history' }).press('Enter');
  await expect(day(page, 'Today')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(day(page, 'Today')).toContainText('Charade');

  await page.getByRole('button', { name: 'Remove this day: Yesterday' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove this day', exact: true }).last().click();
  await expect(day(page, 'Yesterday')).toBeHidden();

  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click();
  await expect(page.getByRole('heading', { name: 'Your history is empty' })).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your history is empty' })).toBeVisible();
});

test(
  'an account’s history is the same on every device, and so are its removals',
  LONG_ONLY,
  async ({ page, browser, site }) => {
    test.slow();
    await keepHistory(page, ['Charade', 'Sintel']);
    const passphrase = await createAccountByForm(page);
    const context = await browser.newContext({ baseURL: site.app.url });
    const phone = await context.newPage();
    await signIn(phone, passphrase, 'Phone');
    await phone.goto('/history');
    await expect(day(phone, 'Yesterday')).toContainText('Sintel');

    await page.goto('/history');
    await page.getByRole('button', { name: 'Remove “Sintel” from your history' }).click();
    // After a slow sync, the next one may be a minute away.
    await expect(day(phone, 'Yesterday')).toBeHidden({ timeout: 90_000 });
    await expect(day(phone, 'Today')).toContainText('Charade');
    await phone.getByRole('link', { name: 'Details for Charade' }).click();
    await expect(phone.getByRole('dialog')).toBeVisible();
    await context.close();
  },
);
