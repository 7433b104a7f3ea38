// A device that is signed in brings another one in.
import type { Browser, Page } from '@playwright/test';
import { createAccount, fault, login, stateOf } from './support/account.ts';
import { readQr } from './support/qr.ts';
import { expect as expectSoon, expectAccessible, test } from './support/test.ts';

/** Keys are made and devices are waited for, on a machine that may be busy. */
const expect = expectSoon.configure({ timeout: 30_000 });

// Codes that are missing, used or taken: the browser reports each response as an error.
test.use({ allowedErrors: /status of (404|409|410)|net::ERR_FAILED/ });
test.setTimeout(180_000);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' });

async function otherDevice(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

async function offerCode(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^(Link a device|New code)$/ });
  await button.last().click();
  return dialog(page, 'Link a device').getByRole('group', { name: 'Code' }).innerText();
}

async function ask(page: Page, device: string): Promise<void> {
  await login.device(page).fill(device);
  await press(page, 'Link');
}

const numberOn = (page: Page): Promise<string> => page.getByText(/^\d{4}$/).innerText();

test('a phone that scans the code is logged in once the first device says yes, and nobody else', async ({
  page,
  browser,
  site,
}) => {
  await createAccount(page);
  await page.goto('/settings');
  const code = await offerCode(page);
  const picture = dialog(page, 'Link a device').getByRole('img');
  await expectAccessible(page);
  const address = await readQr(picture);
  expect(address).toBe(`${site.app.url}/link#${code}`);

  const phone = await otherDevice(browser, site.app.url);
  await phone.goto(address);
  await expect(codeField(phone)).toHaveValue(code);
  await expectAccessible(phone);
  await ask(phone, 'Phone');
  const question = dialog(page, 'Is this your device?');
  await expect(question).toContainText('“Phone” wants to log in');
  await expectAccessible(page);
  expect(await numberOn(page)).toBe(await numberOn(phone));
  await press(page, 'Yes, link it');
  await expect(dialog(page, 'Confirmed')).toContainText('“Phone” is logging in now');
  await expect(phone).toHaveURL('/');

  const seedOn = async (one: Page) => {
    const state = await stateOf(one, '__MW::auth');
    return JSON.stringify(state).match(/"seed":"([^"]+)"/)?.[1];
  };
  expect(await seedOn(phone)).toHaveLength(44);
  expect(await seedOn(phone)).toBe(await seedOn(page));
  await press(page, 'Done');
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByText('Phone')).toBeVisible();

  const thief = await otherDevice(browser, site.app.url);
  await thief.goto(address);
  await ask(thief, 'Thief');
  await expect(fault(thief)).toContainText('This code has been used');
  await phone.goto('/link');
  await expect(phone.getByRole('heading', { name: 'This device is logged in' })).toBeVisible();
  await phone.context().close();
  await thief.context().close();
});

test('a code may be typed; no, cancel, a wrong code, silence and a lost connection are told apart', async ({
  page,
  browser,
  site,
}) => {
  await createAccount(page);
  await page.goto('/settings');
  await page.clock.install();
  const code = await offerCode(page);
  const tv = await otherDevice(browser, site.app.url);
  await tv.goto('/login');
  await tv.getByRole('link', { name: 'Link this one to it' }).click();
  await codeField(tv).fill('0123-4567-89AB');
  await ask(tv, 'TV');
  await expect(tv.getByText('A code has 16 letters and digits')).toBeVisible();

  await tv.route('**/links', (route) => route.abort());
  await codeField(tv).fill(` ${code.toLowerCase().replaceAll('-', '')} `);
  await press(tv, 'Link');
  await expect(fault(tv)).toContainText('Failed to reach server');
  await tv.unroute('**/links');

  await press(tv, 'Link');
  await expect(tv.getByText('Now say yes on the other device')).toBeVisible();
  await expect(dialog(page, 'Is this your device?')).toBeVisible();
  await press(page, 'No');
  const over = dialog(page, 'Nothing was linked').getByRole('alert');
  await expect(over).toContainText('You said no');
  await press(tv, 'Cancel');
  await expect(codeField(tv)).toBeVisible();
  await expect(fault(tv)).toHaveCount(0);

  expect(await offerCode(page)).not.toBe(code);
  await page.clock.fastForward('02:05');
  await expect(over).toContainText('The two minutes are over');
  await press(page, 'Cancel');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await stateOf(tv, '__MW::auth')).toBeUndefined();
  await tv.context().close();
});
