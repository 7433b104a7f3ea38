// The user's lists: created, filled, reordered, shared and deleted; with an account on every device.
import type { Page } from '@playwright/test';
import { createAccount, createAccountByForm, signIn } from './support/account.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const ADD_CHARADE = '/?m=list&title=tmdb-movie-4808-charade';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

async function addSintel(page: Page): Promise<void> {
  await page.goto('/?m=details&title=tmdb-movie-45745-sintel');
  await page.getByRole('link', { name: 'Add to a list' }).click();
  await dialog(page, 'Add to a list').getByRole('checkbox', { name: 'Noir' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Sintel')).toBeVisible();
}

test('without an account: a list is created, filled, reordered by keyboard and by pointer, renamed and deleted', async ({
  page,
}) => {
  test.slow();
  await page.goto(ADD_CHARADE);
  const add = dialog(page, 'Add to a list');
  const name = add.getByRole('textbox', { name: 'New list' });
  await name.fill('  ');
  await expect(add.getByRole('button', { name: 'Create' })).toBeDisabled();
  await name.press('Enter');
  await expect(add.getByRole('checkbox')).toHaveCount(0);
  await name.fill('Noir');
  await add.getByRole('button', { name: 'Create' }).click();
  await expect(add.getByRole('checkbox', { name: 'Noir' })).toBeChecked();
  await expectAccessible(page);
  await addSintel(page);

  await page.goto('/lists');
  await page.getByRole('link', { name: /Noir/ }).click();
  await expect(rows(page)).toContainText(['Charade', 'Sintel']);
  await expectAccessible(page);
  const handle = page.getByRole('button', { name: /Move.*Charade/ });
  await handle.press('ArrowDown');
  await expect(rows(page)).toContainText(['Sintel', 'Charade']);
  await handle.hover();
  await page.mouse.down();
  await rows(page).first().hover({ force: true });
  await expect(rows(page)).toContainText(['Charade', 'Sintel']);
  await page.mouse.up();
  await page.reload();
  await expect(rows(page)).toContainText(['Charade', 'Sintel']);

  await page.getByRole('button', { name: 'Remove “Sintel (2010)” from this list' }).click();
  await expect(rows(page)).toContainText(['Charade']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toContainText(['Charade', 'Sintel']);
  await page.getByRole('button', { name: 'Rename' }).click();
  const rename = dialog(page, 'Rename list');
  await rename.getByRole('textbox', { name: 'Name' }).fill(' ');
  await expect(rename.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await rename.getByRole('textbox', { name: 'Name' }).fill('Thrillers');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thrillers' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Delete “Thrillers”?').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No lists yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /Thrillers/ })).toBeVisible();
});

test.describe('with an account', () => {
  // The server refuses a list that is no longer shared, and is down for a while.
  test.use({ allowedErrors: /403|ERR_FAILED/ });

  test(
    'sharing a list reports an unreachable server, and that the link still works',
    LONG_ONLY,
    async ({ page }) => {
      test.slow();
      await createAccount(page);
      await page.goto('/lists');
      await page.getByRole('textbox', { name: 'New list' }).fill('Noir');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('link', { name: /Noir/ }).click();
      await page.getByRole('button', { name: 'Share' }).click();
      const share = dialog(page, 'Share');
      const everybody = share.getByRole('switch', {
        name: 'Anyone with the link can see this list',
      });
      await everybody.click();
      const link = share.getByRole('textbox', { name: 'Link' });
      await expect(link).toBeVisible();

      const waiting = Promise.withResolvers<void>();
      await page.route(/\/users\/.*\/lists$/, async (route) => {
        await waiting.promise;
        await route.abort();
      });
      await everybody.click();
      await expect(share.getByRole('status')).toContainText('the link still works');
      waiting.resolve();
      await expect(share.getByRole('alert')).toContainText(
        "Your account doesn't have this change yet",
      );
      await expectAccessible(page);
      await page.unroute(/\/users\/.*\/lists$/);
      await share.getByRole('button', { name: 'Try again' }).click();
      await expect(share.getByRole('alert')).toBeHidden();
      await expect(share.getByText('the link still works')).toBeHidden();
      await everybody.click();
      await expect(link).toBeVisible();
    },
  );

  test('a list is on every device, and the link shows it until sharing ends', async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    await page.goto(ADD_CHARADE);
    const add = dialog(page, 'Add to a list');
    await add.getByRole('textbox', { name: 'New list' }).fill('Noir');
    await add.getByRole('button', { name: 'Create' }).click();
    const passphrase = await createAccountByForm(page);
    const context = await browser.newContext({ baseURL: site.app.url });
    const phone = await context.newPage();
    await signIn(phone, passphrase, 'Phone');
    await phone.goto('/lists');
    await phone.getByRole('link', { name: /Noir/ }).click();
    await expect(rows(phone)).toContainText(['Charade']);

    await addSintel(page);
    // After a slow sync, the next one may be a minute away.
    await expect(rows(phone)).toContainText(['Charade', 'Sintel'], { timeout: 90_000 });
    await phone.getByRole('button', { name: 'Share' }).click();
    const share = dialog(phone, 'Share');
    const everybody = share.getByRole('switch', { name: 'Anyone with the link can see this list' });
    await everybody.click();
    const link = await share.getByRole('textbox', { name: 'Link' }).inputValue();
    await expectAccessible(phone);

    const other = await browser.newContext();
    const guest = await other.newPage();
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'Noir' })).toBeVisible();
    await expect(rows(guest)).toContainText(['Charade', 'Sintel']);
    await expectAccessible(guest);
    await everybody.click();
    await expect(share.getByRole('textbox', { name: 'Link' })).toBeHidden();
    await expect(async () => {
      await guest.goto(link);
      // The response may have been cached before.
      await expect(guest.getByRole('heading', { name: 'This list isn' })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await Promise.all([context.close(), other.close()]);
  });
});
