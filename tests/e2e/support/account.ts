import { completeLogin, completeRegister, type SignedIn } from '@matinee/shared/contract/auth';
import { accountTag, encrypt } from '@matinee/shared/identity/encryption';
import { deriveSeed, keysOf, type Keys } from '@matinee/shared/identity/keys';
import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  completeLogIn,
  completeRegistration,
  loginOf,
  registrationOf,
  requestLoginChallenge,
  requestRegistrationChallenge,
} from '../../support/identity.ts';
import { typeText } from './screen.ts';
import { accountOf, envelope } from './signed-in.ts';

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

/** Call it before the click: the text is shown for half a second. */
async function untilCopied(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Copied'),
  );
}

export const register = { toPassphrase, toVerify, untilCopied } as const;

/** Opens this site without its app, which would write into the same storage, and returns its address. */
async function openStorage(page: Page): Promise<{ readonly url: string }> {
  await page.goto('/ping.txt');
  return { url: new URL(page.url()).origin };
}

async function storeSession(
  page: Page,
  keys: Keys,
  signedIn: SignedIn,
  cells: Readonly<Record<string, string>> = {},
): Promise<void> {
  const account = accountOf({ ...signedIn, keys });
  const auth = envelope({ account, libraryOwner: accountTag(keys.seed) });
  await page.evaluate(
    (entries) => {
      for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
    },
    { '__MW::auth': auth, ...cells },
  );
  await page.goto('/');
}

/**
 * Registers through the API, which is a tenth of the work of the form, and signs the browser in. Returns the
 * passphrase. The browser must not have a library: the form gives it to the account.
 */
export async function createAccount(page: Page): Promise<string> {
  const server = await openStorage(page);
  const passphrase = generatePassphrase();
  const keys = keysOf(await deriveSeed(passphrase));
  const { body } = await completeRegistration(server, {
    ...registrationOf(keys, await requestRegistrationChallenge(server)),
    device: encrypt('Living room', keys.seed),
  });
  const signedIn = completeRegister.reply.parse(body);
  const sync = { userId: signedIn.user.id, values: {}, isNewAccount: true, refused: {} };
  await storeSession(page, keys, signedIn, { '__MW::settings-sync': envelope(sync) });
  return passphrase;
}

/** The same for another device of the account. */
export async function signIn(page: Page, passphrase: string, device: string): Promise<void> {
  const server = await openStorage(page);
  const keys = keysOf(await deriveSeed(passphrase));
  const { body } = await completeLogIn(server, {
    ...loginOf(keys, await requestLoginChallenge(server, keys)),
    device: encrypt(device, keys.seed),
  });
  await storeSession(page, keys, completeLogin.reply.parse(body));
}

/** Completes all four steps and returns the passphrase. `path` may contain an invitation. */
export async function createAccountByForm(page: Page, path = '/register'): Promise<string> {
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
