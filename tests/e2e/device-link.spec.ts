// A signed-in device links another one.
import type { Browser, Page } from '@playwright/test';
import { createAccount, fault, login, stateOf } from './support/account.ts';
import { readQr } from './support/qr.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

// Missing, used or taken codes: the browser reports each response as an error.
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
  const button = page.getByRole('button', { name: /^(Link a device|Get a new code)$/ });
  await button.last().click();
  return dialog(page, 'Link a device').getByRole('group', { name: 'Code' }).innerText();
}

async function requestLink(page: Page, device: string): Promise<void> {
  await login.device(page).fill(device);
  await press(page, 'Link device');
}

const numberOn = (page: Page): Promise<string> => page.getByText(/^\d{4}$/).innerText();

test('a phone that scans the code is logged in after approval on the first device, and no other is', async ({
  page,
  browser,
  site,
}) => {
  await createAccount(page);
  await page.goto('/settings');
  const code = await offerCode(page);
  const image = dialog(page, 'Link a device').getByRole('img');
  await expectAccessible(page);
  const address = await readQr(image);
  expect(address).toBe(`${site.app.url}/link#${code}`);

  const phone = await otherDevice(browser, site.app.url);
  await phone.goto(address);
  await expect(codeField(phone)).toHaveValue(code);
  await expectAccessible(phone);
  await requestLink(phone, 'Phone');
  const question = dialog(page, 'Is this your device?');
  await expect(question).toContainText('“Phone” wants to log in');
  await expectAccessible(page);
  expect(await numberOn(page)).toBe(await numberOn(phone));
  await press(page, 'Link device');
  await expect(dialog(page, 'Device linked')).toContainText('“Phone” is logging in now');
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
  await requestLink(thief, 'Thief');
  await expect(fault(thief)).toContainText('This code has already been used');
  await phone.goto('/link');
  await expect(
    phone.getByRole('heading', { name: 'This device is already logged in' }),
  ).toBeVisible();
  await phone.context().close();
  await thief.context().close();
});

test(
  'a code may be typed; denial, cancelling, a wrong code, a timeout and a lost connection have their own messages',
  LONG_ONLY,
  async ({ page, browser, site }) => {
    await createAccount(page);
    await page.goto('/settings');
    await page.clock.install();
    const code = await offerCode(page);
    const tv = await otherDevice(browser, site.app.url);
    await tv.goto('/login');
    await tv.getByRole('link', { name: 'Link this device' }).click();
    await codeField(tv).fill('0123-4567-89AB');
    await requestLink(tv, 'TV');
    await expect(tv.getByText('Enter the 16 letters and digits of the code')).toBeVisible();

    await tv.route('**/links', (route) => route.abort());
    await codeField(tv).fill(` ${code.toLowerCase().replaceAll('-', '')} `);
    await press(tv, 'Link device');
    await expect(fault(tv)).toContainText('Failed to reach server');
    await tv.unroute('**/links');

    await press(tv, 'Link device');
    await expect(tv.getByText('On the other device, link this one')).toBeVisible();
    await expect(dialog(page, 'Is this your device?')).toBeVisible();
    await press(page, "Don't link");
    const over = dialog(page, 'Device not linked').getByRole('alert');
    await expect(over).toContainText("You didn't link the device");
    await press(tv, 'Cancel');
    await expect(codeField(tv)).toBeVisible();
    await expect(fault(tv)).toHaveCount(0);

    // The time of a code begins with the first request.
    const polled = page.waitForRequest(
      (request) => request.method() === 'GET' && request.url().includes('/links/'),
    );
    expect(await offerCode(page)).not.toBe(code);
    await polled;
    await page.clock.fastForward('02:05');
    await expect(over).toContainText('The code has expired');
    await press(page, 'Cancel');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await stateOf(tv, '__MW::auth')).toBeUndefined();
    await tv.context().close();
  },
);
