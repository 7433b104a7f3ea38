// An account key protected by a passkey. Passkeys need a host name, not an IP address: these journeys visit localhost.
import type { CDPSession, Page } from '@playwright/test';
import { createAccount, fault, login, stateOf } from './support/account.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

test.use({
  baseURL: async ({ site }, provide) => provide(site.app.url.replace('127.0.0.1', 'localhost')),
  // The session that the test ends responds with this.
  allowedErrors: /status of 401/,
});
test.setTimeout(180_000);

const NOBODY = `${'abandon '.repeat(11)}about`;

interface Authenticator {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

async function plugIn(page: Page, hasPrf: boolean): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const card = (page: Page) => page.getByRole('region', { name: 'Passkey' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const linkCard = (page: Page) => page.getByRole('region', { name: 'Link a device' });

interface Session {
  readonly seed: string;
  readonly token: string;
  readonly sessionId: string;
  readonly userId: string;
}

async function session(page: Page): Promise<Session> {
  const text = JSON.stringify(await stateOf(page, '__MW::auth'));
  const find = (name: string) => new RegExp(`"${name}":"([^"]*)"`).exec(text)?.[1] ?? '';
  return {
    seed: find('seed'),
    token: find('token'),
    sessionId: find('sessionId'),
    userId: find('userId'),
  };
}

const everythingKept = async (page: Page): Promise<string> =>
  JSON.stringify(await page.context().storageState());

test('a passkey locks the key: the app continues without it, and passkey or passphrase unlock it', async ({
  page,
}) => {
  const { cdp, authenticatorId } = await plugIn(page, true);
  const passphrase = await createAccount(page);
  const { seed } = await session(page);
  expect(seed).toHaveLength(44);
  await page.goto('/settings');
  await press(page, 'Lock with a passkey');
  await expect(card(page)).toContainText(
    'The key stays unlocked until you close or reload this tab',
  );
  await expect(login.device(page)).toHaveValue('Living room');
  expect((await session(page)).seed).toBe('');
  expect(await everythingKept(page)).not.toContain(seed);

  await page.reload();
  await expect(card(page)).toContainText('Playback and syncing still work');
  await expect(page.getByRole('region', { name: 'Devices' })).toContainText('Name locked');
  await expect(login.device(page)).toBeDisabled();
  await expect(linkCard(page)).toHaveCount(0);
  await expectAccessible(page);
  const touch = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  await touch(false);
  await press(page, 'Unlock');
  await card(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page).getByRole('status')).toHaveCount(0);
  await touch(true);
  await press(page, 'Unlock');
  await expect(login.device(page)).toHaveValue('Living room');
  await expect(linkCard(page)).toBeVisible();

  await page.reload();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await press(page, 'Unlock');
  await expect(card(page).getByRole('alert')).toContainText("The passkey wasn't used");
  await press(page, 'Use passphrase');
  const dialog = page.getByRole('dialog', { name: 'Unlock with your passphrase' });
  await login.passphrase(page).fill(NOBODY);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    "This isn't the passphrase for this account",
  );
  await expectAccessible(page);
  await login.passphrase(page).fill(passphrase);
  // Loading the list again would show a spinner in its place, and move what is below it.
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/sessions')) lists.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Devices' })).toContainText('Living room');
  expect(lists).toEqual([]);
  await expect(linkCard(page)).toBeVisible();
  expect((await session(page)).seed).toBe('');
  await press(page, 'Remove lock');
  await expect(page.getByRole('button', { name: 'Lock with a passkey' })).toBeVisible();
  expect((await session(page)).seed).toBe(seed);
});

test(
  'a user who was signed out elsewhere logs in with the passkey',
  LONG_ONLY,
  async ({ page }) => {
    await plugIn(page, true);
    await createAccount(page);
    await page.goto('/settings');
    await press(page, 'Lock with a passkey');
    await expect(card(page)).toContainText('The key stays unlocked until');
    const { token, sessionId } = await session(page);
    const headers = { authorization: `Bearer ${token}` };
    await page.request.delete(`/sessions/${sessionId}`, { headers });
    await page.goto('/login');
    const again = page.getByRole('button', { name: 'Log in with passkey' });
    await again.click({ timeout: 30_000 });
    await expect(page.getByText('Please enter a device name')).toBeVisible();
    await expectAccessible(page);
    await login.device(page).fill('Living room, again');
    await again.click();
    await expect(page).toHaveURL('/');
    const now = await session(page);
    expect(now.sessionId).not.toBe(sessionId);
    expect(now.seed).toBe('');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByText('Logged in on: Living room, again')).toBeVisible();

    const { userId } = now;
    await page.request.delete(`/users/${userId}`, {
      headers: { authorization: `Bearer ${now.token}` },
    });
    await page.goto('/login');
    await login.device(page).fill('Sofa', { timeout: 30_000 });
    await again.click();
    await expect(fault(page)).toContainText("This passkey doesn't work here");
    await expect(fault(page)).not.toContainText('passphrase');
  },
);

test('a passkey without PRF changes nothing, and IP addresses do not offer it', async ({
  page,
  site,
}) => {
  await plugIn(page, false);
  await createAccount(page);
  await page.goto('/settings');
  await press(page, 'Lock with a passkey');
  await expect(fault(page)).toContainText("This passkey doesn't work here");
  expect((await session(page)).seed).toHaveLength(44);
  const state = await stateOf(page, '__MW::auth');
  await page.goto(site.app.url);
  await page.evaluate(
    (text) => localStorage.setItem('__MW::auth', text),
    JSON.stringify({ state, version: 0 }),
  );
  await page.goto(`${site.app.url}/settings`);
  await expect(linkCard(page)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});
