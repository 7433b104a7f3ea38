// A site whose operator wants users to choose how to stream before their first movie.
import type { Page } from '@playwright/test';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { startPublishedProxy } from '../support/fakes/published-proxy.ts';
import { freePort } from '../support/free-port.ts';
import type { Upstream } from '../support/upstream.ts';
import { startSite, type Site } from './support/site.ts';
import { buildExtension, openWithExtension } from './support/extension.ts';
import { expectPlaying, time } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';
const HELLO = { success: true, version: '1.3.0', allowed: true, hasPermission: true };

let customSite: Site;
let website: Fake;
let gone: string;
let published: Upstream;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  website = await startFake(() => ({
    body: { hello: 'there' },
    headers: { 'access-control-allow-origin': '*' },
  }));
  gone = `http://127.0.0.1:${await freePort()}`;
  published = await startPublishedProxy();
  customSite = await startSite({
    HAS_ONBOARDING: 'true',
    ONBOARDING_CHROME_EXTENSION_INSTALL_LINK: 'https://store.test/chrome',
    ONBOARDING_PROXY_INSTALL_LINK: 'https://guide.test/proxy',
  });
});
test.afterAll(async () => {
  await customSite.close();
  await website.close();
  await published.close();
});

const redirectOf = (page: Page) => new URL(page.url()).searchParams.get('redirect');
const visit = (page: Page, path: string) => page.goto(`${customSite.app.url}${path}`);
const button = (page: Page, name: string) => page.getByRole('button', { name });
const status = (page: Page, text: string) => page.getByRole('status').getByText(text);
const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').state, key);

test('before the first movie the user chooses, by keys only, and reaches it at the requested second', async ({
  page,
}) => {
  await visit(page, `${NIGHT}?t=20`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose how to stream');
  expect(redirectOf(page)).toBe(`${NIGHT}?t=20`);
  await expectAccessible(page);
  const skip = page.getByRole('link', { name: 'Use the default setup' });
  await page.getByRole('link', { name: /^Extension/ }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^Your own proxy/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('m')).toBe('skip');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(redirectOf(page)).toBe(`${NIGHT}?t=20`);
  await skip.press('Enter');
  await button(page, 'Use the default setup').press('Enter');
  await expect(page).toHaveURL(`${customSite.app.url}${NIGHT}?t=20`);
  await expectPlaying(page, 20);
  expect(await time(page)).toBeLessThan(60);
  // The choice is shown once, and Back does not lead to it.
  await visit(page, NIGHT);
  await expectPlaying(page);
  expect(await stored(page, '__MW::onboarding')).toEqual({ completed: true });
});

test('a redirect to another site leads home', async ({ page }) => {
  for (const elsewhere of ['//elsewhere.test/', '/.//elsewhere.test']) {
    await visit(page, `/onboarding?redirect=${encodeURIComponent(elsewhere)}&m=skip`);
    await button(page, 'Use the default setup').click();
    await expect(page, elsewhere).toHaveURL(`${customSite.app.url}/`);
  }
});

/** Replies as the test sets it; not at all at first. */
const fakeExtension = () => {
  const told: unknown[] = [];
  Object.assign(window, { told, says: undefined });
  window.addEventListener('message', ({ data }) => {
    const { name, instanceId, body, relayed } = data;
    if (relayed || typeof name !== 'string') return;
    told.push({ name, body });
    const hello = Reflect.get(window, 'says');
    const response = name === 'hello' ? hello : { success: true };
    if (response) window.postMessage({ name, instanceId, body: response, relayed: true }, '/');
  });
};
const says = (page: Page, hello: unknown) =>
  page.evaluate((response) => Object.assign(window, { says: response }) && undefined, hello);
const told = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const all: { name: string; body: unknown }[] = Reflect.get(window, 'told');
    return all.filter((one) => one.name === wanted).map(({ body }) => body);
  }, name);

test(
  'the page of the extension follows each of its states, and does not move during a check',
  LONG_ONLY,
  async ({ page }) => {
    await page.addInitScript(fakeExtension);
    await visit(page, '/onboarding?redirect=%2Fabout&x=1');
    await page.getByRole('link', { name: /^Extension/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(status(page, 'No extension found')).toBeVisible();
    await expect(button(page, 'Reload page')).toBeVisible();
    await expect(button(page, 'Continue')).toHaveCount(0);
    const install = page.getByRole('link', { name: 'Get it for Chrome, Edge, Brave or Opera' });
    await expect(install).toHaveAttribute('href', 'https://store.test/chrome');
    await expectAccessible(page);

    await says(page, { success: false, error: 'broken' });
    await expect(status(page, "The extension isn't responding properly")).toBeVisible();
    await says(page, { ...HELLO, allowed: false });
    await expect(status(page, "The extension isn't allowed on this site yet")).toBeVisible();
    await says(page, { ...HELLO, hasPermission: false });
    await expect(status(page, "The extension can't reach other sites yet")).toBeVisible();
    await button(page, 'Allow access').click();
    const requested = [{ page: 'PermissionGrant', redirectUrl: page.url() }];
    await expect.poll(() => told(page, 'openPage')).toEqual(requested);
    await says(page, { ...HELLO, version: '0.9.0' });
    await expect(status(page, "This version of the extension isn't supported")).toBeVisible();

    await says(page, HELLO);
    await expect(status(page, 'The extension is ready')).toBeVisible();
    await expectAccessible(page);
    await page.evaluate(() => {
      Object.assign(window, { changes: 0 });
      const count = (records: readonly MutationRecord[]) =>
        Object.assign(window, { changes: Reflect.get(window, 'changes') + records.length });
      const main = document.querySelector('main') ?? document.body;
      new MutationObserver(count).observe(main, {
        childList: true,
        subtree: true,
        attributes: true,
      });
    });
    const before = (await told(page, 'hello')).length;
    await expect.poll(async () => (await told(page, 'hello')).length).toBeGreaterThan(before + 2);
    expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toBe(0);

    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${customSite.app.url}/onboarding?redirect=%2Fabout&x=1`);
    await page.getByRole('link', { name: /^Extension/ }).click();
    await button(page, 'Continue').click();
    await expect(page).toHaveURL(`${customSite.app.url}/about`);
  },
);

test.describe('a proxy', () => {
  test.use({ allowedErrors: /net::ERR_CONNECTION_REFUSED|status of 4\d\d/ });

  test(
    'is tested before it is used, and each failure has its own message',
    LONG_ONLY,
    async ({ page }) => {
      await visit(page, `/onboarding?redirect=${encodeURIComponent(NIGHT)}`);
      await page.getByRole('link', { name: /^Your own proxy/ }).click();
      const address = page.getByRole('textbox', { name: 'Proxy URL' });
      const go = button(page, 'Check and continue');
      await expect(page.getByRole('link', { name: 'How to set up a proxy' })).toHaveAttribute(
        'href',
        'https://guide.test/proxy',
      );
      await expectAccessible(page);
      for (const [typed, fault] of [
        ['my proxy', /^Not a valid URL/],
        [website.url, /^Expected a proxy but got a website/],
        [gone, /^Could not connect to proxy/],
      ] as const) {
        await address.fill(typed);
        await expect(address).toHaveAccessibleDescription('');
        await go.click();
        await expect(address).toHaveAccessibleDescription(fault);
      }
      await expectAccessible(page);
      expect(await stored(page, '__MW::auth')).toBeUndefined();
      // Its greeting lacks CORS headers.
      await address.fill(published.url);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${customSite.app.url}${NIGHT}`);
      expect(await stored(page, '__MW::auth')).toMatchObject({ proxySet: [published.url] });
      await expectPlaying(page);
    },
  );
});

test(
  'with the real extension the user gets from the movie to its permission page, and back to the movie',
  LONG_ONLY,
  async () => {
    test.setTimeout(180_000);
    buildExtension();
    const browser = await openWithExtension({ hasHostAccess: true });
    const page = await browser.context.newPage();
    await visit(page, NIGHT);
    await page.getByRole('link', { name: /^Extension/ }).click();
    await button(page, 'Allow on this site').click();
    await page.waitForURL(/^chrome-extension:/);
    await button(page, 'Allow').click();
    await button(page, 'Continue').click();
    await expect(page).toHaveURL(`${customSite.app.url}${NIGHT}`);
    await expectPlaying(page);
    await browser.close();
  },
);

test('all of it fits, from a phone to a desktop, right to left', LONG_ONLY, async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('__MW::locale', '{"state":{"language":"he"},"version":0}');
  });
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/onboarding', '/onboarding/extension', '/onboarding/proxy']) {
      await visit(page, `${path}?redirect=%2F`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      const { scroll, inner } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        inner: innerWidth,
      }));
      expect(scroll).toBeLessThanOrEqual(inner);
    }
  }
});
