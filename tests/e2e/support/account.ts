import { expect, type Locator, type Page } from '@playwright/test';
import { typeText } from './screen.ts';

/** Locators and steps of the account pages, by role and name. */

export const login = {
  passphrase: (page: Page): Locator => page.getByRole('combobox', { name: 'Passphrase' }),
  device: (page: Page): Locator => page.getByRole('textbox', { name: 'Device name' }),
  submit: (page: Page): Locator => page.getByRole('button', { name: 'Log in' }),
} as const;

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name }).click();

async function toPassphrase(page: Page, origin = '', path = '/register'): Promise<string[]> {
  await page.goto(`${origin}${path}`);
  await press(page, 'I trust this server');
  await expect(page.getByRole('heading', { name: 'Your passphrase' })).toBeVisible();
  const words = await page.getByRole('list', { name: 'Passphrase' }).getByRole('listitem').all();
  return Promise.all(words.map(async (one) => (await one.innerText()).replace(/^\d+\s*/, '')));
}

async function toVerify(page: Page, origin = '', path = '/register'): Promise<string[]> {
  const words = await toPassphrase(page, origin, path);
  await press(page, "I've saved it");
  await typeText(login.device(page), 'Living room');
  await press(page, 'Next');
  return words;
}

export const register = { toPassphrase, toVerify } as const;

/** Completes all four steps and returns the passphrase. `path` may contain an invitation. */
export async function createAccount(page: Page, path = '/register'): Promise<string> {
  const passphrase = (await toVerify(page, '', path)).join(' ');
  await typeText(login.passphrase(page), passphrase);
  await press(page, 'Create account');
  await expect(page).toHaveURL('/');
  return passphrase;
}

export async function logIn(page: Page, passphrase: string, device = 'Bedroom'): Promise<void> {
  await page.goto('/login');
  await typeText(login.passphrase(page), passphrase);
  await typeText(login.device(page), device);
  await login.submit(page).click();
}

/** The state of a store in localStorage. */
export const stateOf = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').state, key);

export const fault = (page: Page): Locator => page.getByRole('main').getByRole('alert');
