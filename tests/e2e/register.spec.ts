// An account from registration to the second browser, with every error on the way.
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { createAccountByForm, fault, login, logIn, register, stateOf } from './support/account.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

test('a registered user has the same library in a second browser', async ({
  page,
  browser,
  site,
}) => {
  const seen = {
    title: 'Night of the Living Dead',
    type: 'movie',
    year: 1968,
    poster: null,
    updatedAt: 1_700_000_000_000,
    progress: { watched: 600, duration: 5_760 },
  };
  const marked = {
    title: 'Charade',
    type: 'movie',
    year: 1963,
    poster: null,
    updatedAt: 1_700_000_000_000,
  };
  await page.addInitScript(
    ([progress, bookmarks]) => {
      if (localStorage.getItem('__MW::auth') !== null) return;
      localStorage.setItem('__MW::progress', progress ?? '');
      localStorage.setItem('__MW::bookmarks', bookmarks ?? '');
    },
    [
      JSON.stringify({ state: { items: { 10331: seen } }, version: 0 }),
      JSON.stringify({ state: { bookmarks: { 4808: marked } }, version: 0 }),
    ],
  );
  const passphrase = await createAccountByForm(page);

  const context = await browser.newContext({ baseURL: site.app.url });
  const second = await context.newPage();
  // Spellings of a phone keyboard, a list and a copy.
  const words = `  ${passphrase.toUpperCase().replaceAll(' ', '   ')} `;
  await logIn(second, words, 'The projector in the living room');
  await expect(second).toHaveURL('/');
  await expect
    .poll(() => stateOf(second, '__MW::progress'))
    .toMatchObject({ items: { 10331: { progress: { watched: 600 } } } });
  await expect
    .poll(() => stateOf(second, '__MW::bookmarks'))
    .toMatchObject({ bookmarks: { 4808: { title: 'Charade' } } });
  await expect(second.getByRole('link', { name: /Night of the Living Dead/ })).toBeVisible();
  await second.getByRole('button', { name: 'Menu' }).click();
  await expect(second.getByText('Logged in on: The projector in th…')).toBeVisible();
  await context.close();
});

test('the words can be copied, downloaded and printed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    window.print = () => {
      window.top?.document.documentElement.setAttribute('data-printed', document.body.innerText);
    };
  });
  const words = await register.toPassphrase(page);
  expect(words).toHaveLength(12);
  await expectAccessible(page);
  const copy = page.getByRole('button', { name: 'Copy' });
  const copied = register.untilCopied(page);
  await copy.click();
  await copied;
  await expect(copy).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words.join(' '));

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain(words.join(' '));

  await page.getByRole('button', { name: 'Print' }).click();
  const printed = page.locator('html');
  for (const word of words) await expect(printed).toHaveAttribute('data-printed', new RegExp(word));
});

test('the keys are derived while the words are typed, before the account is requested', async ({
  page,
}) => {
  const words = await register.toVerify(page);
  expect(page.workers()).toHaveLength(0);
  await login.passphrase(page).fill(words.join(' '));
  await expect.poll(() => page.workers().length).toBe(1);
});

test('wrong words create no account', async ({ page }) => {
  await register.toVerify(page);
  await expectAccessible(page);
  await login.passphrase(page).fill(`${'abandon '.repeat(11)}about`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(fault(page)).toContainText("Passphrase doesn't match");
  expect(await isSignedIn(page)).toBe(false);
});

test('Back goes one step back, and a reload keeps the step, the words and the name', async ({
  page,
}) => {
  const words = await register.toVerify(page);
  await page.goBack();
  await expect(login.device(page)).toHaveValue('Living room');
  await page.goBack();
  const shown = page.getByRole('list', { name: 'Passphrase' });
  await expect(shown).toContainText(words[11] ?? '');
  await page.reload();
  for (const word of words) await expect(shown).toContainText(word);
  await page.goForward();
  await page.reload();
  await expect(login.device(page)).toHaveValue('Living room');
  await page.goForward();
  await page.reload();
  await login.passphrase(page).fill(words.join(' '));
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => isSignedIn(page)).toBe(true);
  // The words have an account now: a new registration gets others.
  expect(await register.toPassphrase(page)).not.toEqual(words);
});

test(
  'once the account exists Back leads to the page before, past all steps',
  LONG_ONLY,
  async ({ page }) => {
    await page.goto('/about');
    await createAccountByForm(page);
    await expect.poll(() => isSignedIn(page)).toBe(true);
    await page.goBack();
    await expect(page).toHaveURL('/about');
  },
);

test('leaving before the account exists asks for confirmation, and forgets the words', async ({
  page,
}) => {
  const words = await register.toPassphrase(page);
  await page.getByRole('banner').getByRole('link').first().click();
  const dialog = page.getByRole('dialog', { name: 'Leave without an account?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('list', { name: 'Passphrase' })).toContainText(words[0] ?? '');
  await page.getByRole('banner').getByRole('link').first().click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  expect(await register.toPassphrase(page)).not.toEqual(words);
});

test('a device without a name cannot continue', LONG_ONLY, async ({ page }) => {
  await register.toPassphrase(page);
  await page.getByRole('button', { name: "I've saved it" }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(fault(page)).toHaveText('Please enter a device name');
  await expectAccessible(page);
});

test.describe('a server that is down', () => {
  test.use({ allowedErrors: /Failed to load resource/ });

  test('is reported, and can be retried', async ({ page }) => {
    await page.route('**/meta', (route) => route.abort());
    await page.goto('/register');
    await expect(fault(page)).toContainText('Failed to reach server');
    await page.unroute('**/meta');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'I trust this server' })).toBeEnabled();
    await expectAccessible(page);
  });

  test('at the last step loses nothing: the same words create the account at the next try', async ({
    page,
  }) => {
    const words = await register.toVerify(page);
    await page.route('**/auth/**', (route) => route.abort());
    await login.passphrase(page).fill(words.join(' '));
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(fault(page)).toContainText('Failed to reach server');
    await page.unroute('**/auth/**');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/');
    await expect.poll(() => isSignedIn(page)).toBe(true);
  });

  test('a lost response creates no second account', async ({ page }) => {
    const words = await register.toVerify(page);
    await page.route('**/auth/register/complete', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await login.passphrase(page).fill(words.join(' '));
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/');
    await expect.poll(() => isSignedIn(page)).toBe(true);
  });
});

async function isSignedIn(page: Page): Promise<boolean> {
  return page.evaluate(() => (localStorage.getItem('__MW::auth') ?? '').includes('"token"'));
}
