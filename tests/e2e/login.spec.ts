// The passphrase as users type it.
import { createAccount, fault, login, logIn } from './support/account.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const NOBODY = `${'abandon '.repeat(11)}about`;

const mistakes: readonly (readonly [string, string, RegExp])[] = [
  ['eleven words', 'abandon '.repeat(11), /You've entered 11 words/],
  ['a word too many', `${'abandon '.repeat(12)}about`, /You've entered 13 words/],
  ['a word of no list', NOBODY.replace('about', 'abotu'), /1 word isn't in the word list/],
  ['a word in the wrong place', 'abandon '.repeat(12), /together they aren't a valid passphrase/],
];

test('each mistake in the words has its own message, and nothing is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (one) => void (one.url().includes('/auth/') && sent.push(one.url())));
  await logIn(page, '');
  for (const [what, words, details] of mistakes) {
    await login.passphrase(page).fill(words);
    await login.submit(page).click();
    const alert = fault(page);
    await expect(alert, what).toContainText('Incorrect or incomplete passphrase');
    await expect(alert, what).toContainText(details);
    expect(sent, what).toEqual([]);
    await expectAccessible(page);
  }
});

test.describe('words of no account', () => {
  test.use({ allowedErrors: /status of 401/ });

  test('are distinguished from a typo', async ({ page }) => {
    await page.goto('/login');
    await login.passphrase(page).fill(NOBODY);
    await login.device(page).fill('Bedroom');
    await login.device(page).press('Enter');
    const alert = fault(page);
    await expect(alert).toContainText('Incorrect or incomplete passphrase');
    await expect(alert).toContainText('No account on 127.0.0.1');
    await expect(login.device(page)).toBeFocused();
  });
});

test('a device without a name does not log in', async ({ page }) => {
  await logIn(page, NOBODY, '   ');
  await expect(page.getByText('Please enter a device name')).toBeVisible();
});

test('words are completed and corrected by keyboard only', async ({ page }) => {
  await page.goto('/login');
  const field = login.passphrase(page);
  await field.focus();
  await page.keyboard.type('aban');
  await expect(page.getByRole('option')).toHaveText(['abandon']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('abandon ');
  await page.keyboard.type('abilty ');
  await expect(page.getByText("Word 2, “abilty”, isn't in the word list.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Replace “abilty” with “ability”' }).press('Enter');
  await expect(field).toHaveValue('abandon ability ');
});

test('a long login can be cancelled', async ({ page }) => {
  await page.route('**/auth/login/start', () => undefined);
  await logIn(page, NOBODY);
  await expect(login.submit(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(login.submit(page)).toBeEnabled();
  await expect(fault(page)).toHaveCount(0);
});

test.describe('a server that is down', () => {
  test.use({ allowedErrors: /Failed to load resource/ });

  test('is reported; the words stay for the next try', async ({ page }) => {
    const passphrase = await createAccount(page);
    // The app would store the account again when its first sync ends.
    await page.goto('/ping.txt');
    await page.evaluate(() => localStorage.clear());
    await page.route('**/auth/**', (route) => route.abort());
    await logIn(page, passphrase);
    await expect(fault(page)).toContainText('Failed to reach server');
    await page.unroute('**/auth/**');
    await login.submit(page).click();
    await expect(page).toHaveURL('/');
  });
});
