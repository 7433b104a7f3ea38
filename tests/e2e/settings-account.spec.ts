// The settings of an account.
import { readFile } from 'node:fs/promises';
import { createAccount, fault, signIn } from './support/account.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// A poll or a save may be under way while the account is deleted, and Chromium reports its response.
test.use({ allowedErrors: /status of 401 .*\/users\// });

test('an account is shown in its settings, and can be logged out there', async ({
  page,
  browser,
  site: { app },
}) => {
  test.slow();
  const passphrase = await createAccount(page);
  const context = await browser.newContext({ baseURL: app.url });
  const second = await context.newPage();
  await signIn(second, passphrase, 'A bedroom with a very long name');

  await page.goto('/settings');
  const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await expect(devices.nth(1)).toContainText('A bedroom with a ve…');
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Device name' }).fill('Kitchen');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(devices.first()).toContainText('Kitchen');

  // The page would ask for confirmation before it is left.
  await context.close();
  await devices
    .nth(1)
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(devices).toHaveCount(1);

  const file = page.getByRole('region', { name: 'Export and import' });
  await file.locator('input[type="file"]').setInputFiles({
    name: 'library.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":"another"}'),
  });
  await expect(fault(page)).toContainText(
    "This isn't an export file. Choose a file that was exported here or on another device.",
  );
  const changed = page.waitForRequest('**/changes');
  await file.locator('input[type="file"]').setInputFiles({
    name: 'library.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        format: 'matinee-library',
        version: 1,
        bookmarks: { bookmarks: { 4808: { title: 'Charade', type: 'movie', updatedAt: 1 } } },
        progress: { items: {} },
        settings: { values: { applicationTheme: 'teal' } },
      }),
    ),
  });
  await expect(file.getByRole('status')).toContainText('Bookmarks: 1.');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'teal');
  await file.getByRole('button', { name: 'Use the settings from this file' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'teal');
  await expect(file.getByRole('status')).toContainText('are now in use');
  await (await changed).response();
  const downloading = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Export whole account' }).click();
  const exported = await readFile(await (await downloading).path(), 'utf8');
  expect(exported).toContain('Charade');
  expect(exported).not.toContain(passphrase);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this account permanently?' });
  const end = question.getByRole('button', { name: 'Delete permanently' });
  await expect(end).toBeDisabled();
  await question.getByRole('textbox').fill('delete');
  await expectAccessible(page);
  await end.click();
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  await expect(fault(page)).toHaveCount(0);
});
