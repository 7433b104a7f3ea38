// A local network whose server has a host name and no certificate: browsers disable secure features there. Accounts
// must work without them.
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from './support/browser.ts';
import { login, register, stateOf } from './support/account.ts';
import { expectPlaying } from './support/screen.ts';
import { nameServers } from './support/site-servers.ts';
import { expect, test } from './support/test.ts';

let browser: Browser;
let origin: string;
test.beforeAll(async ({ site }) => {
  const { args = [], ...launch } = launchOptions();
  const rule =
    '--host-resolver-rules=MAP matinee.lan 127.0.0.1, MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
  const others = args.filter((one) => !one.startsWith('--host-resolver-rules'));
  browser = await chromium.launch({ ...launch, args: [...others, rule] });
  origin = site.app.url.replace('127.0.0.1', 'matinee.lan');
});
test.afterAll(() => browser.close());
test.setTimeout(240_000);

/** A browser that has fetched changes pauses for up to a minute. */
const LONG_PAUSE = { timeout: 120_000 };

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('over plain HTTP a user registers, logs in and links a device, and two tabs agree', async () => {
  const consoleErrors: string[] = [];
  const open = async (path: string): Promise<Page> => {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => consoleErrors.push(message));
    await page.goto(`${origin}${path}`);
    return page;
  };
  const tablet = await open('/register');
  expect(
    await tablet.evaluate(() => [isSecureContext, 'subtle' in crypto, 'locks' in navigator]),
  ).toEqual([false, false, false]);
  const words = await register.toPassphrase(tablet, origin);
  const copied = register.untilCopied(tablet);
  await press(tablet, 'Copy');
  await copied;
  await press(tablet, "I've saved it");
  await login.device(tablet).fill('Tablet');
  await press(tablet, 'Next');
  await login.passphrase(tablet).fill(words.join(' '));
  await press(tablet, 'Create account');
  await expect(tablet).toHaveURL(`${origin}/`);

  const phone = await open('/login');
  await login.passphrase(phone).fill(words.join(' '));
  await login.device(phone).fill('Phone');
  await login.submit(phone).click();
  await expect(phone).toHaveURL(`${origin}/`);

  const tab = await tablet.context().newPage();
  await tab.goto(`${origin}/?m=details&title=tmdb-movie-4808-charade`);
  await tab.getByRole('dialog').getByRole('button', { name: 'Bookmark' }).click();
  const bookmarks = phone.getByRole('region', { name: 'Bookmarks' });
  await expect(bookmarks).toContainText('Charade', LONG_PAUSE);
  await expect(tablet.getByRole('region', { name: 'Bookmarks' })).toContainText('Charade');

  await tablet.goto(`${origin}/settings`);
  await press(tablet, 'Link a device');
  const card = tablet.getByRole('dialog', { name: 'Link a device' });
  const code = await card.getByRole('group', { name: 'Code' }).innerText();
  const tv = await open('/link');
  await tv.getByRole('textbox', { name: 'Code' }).fill(code);
  await login.device(tv).fill('TV');
  await tv.getByRole('button', { name: 'Link device', exact: true }).click();
  await press(tablet, 'Link device');
  await expect(tv).toHaveURL(`${origin}/`);
  expect(JSON.stringify(await stateOf(tv, '__MW::auth'))).toContain('"token"');
  expect(consoleErrors).toEqual([]);
});

test('over plain HTTP a movie is found through the proxy, and plays', async ({ site }) => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await nameServers(page, `${origin}/proxy`);
  // The archive has no CORS headers.
  const hosts = [site.archive.host, site.archive.node.host];
  await page.route(
    (url) => hosts.includes(url.host),
    (route) =>
      route.request().resourceType() === 'fetch' ? route.abort('failed') : route.continue(),
  );
  const proxied = page.waitForResponse((response) => response.url().startsWith(`${origin}/proxy?`));
  await page.goto(`${origin}/media/tmdb-movie-10331-night-of-the-living-dead`);
  const response = await proxied;
  expect(response.status()).toBe(200);
  expect(await response.request().headerValue('sec-fetch-site')).toBeNull();
  await expectPlaying(page);
  await context.close();
});
