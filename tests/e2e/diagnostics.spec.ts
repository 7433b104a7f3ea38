import type { Page } from '@playwright/test';
import { json, startFake, type Fake } from '../support/fakes/http.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function run(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Run: ${name}` }).click();
  await expect(page.getByRole('button', { name: `Run again: ${name}` })).toBeVisible({
    timeout: 45_000,
  });
}

let echo: Fake;
let customSite: Site;
test.beforeAll(async () => {
  echo = await startFake(({ headers, url }) =>
    json({ url: `http://${String(headers.host)}${url.pathname}` }),
  );
  customSite = await startSite({ PROXY_ECHO_URL: `${echo.url}/get` });
});
test.afterAll(async () => {
  await customSite.close();
  await echo.close();
});
test.setTimeout(180_000);

test('nothing is requested before a button is pressed, every working part is shown as working, and it fits any window', async ({
  page,
}) => {
  await page.goto(`${customSite.app.url}/admin`);
  await expect(page).toHaveURL(/\/admininfo$/);
  await expect(panel(page, 'Setup')).toContainText(`${customSite.app.url}/proxy`);
  await expect(page.getByRole('listitem')).toHaveCount(0);
  expect(echo.count()).toBe(0);
  for (const [name, said] of [
    ['Account server', /Matinee, version \d/],
    ['Proxies', /Works\./],
    ['Movie database', /Hamilton/],
    ['Relays', /\d+ sources?/],
    ['Browser storage', /Data is saved\./],
  ] as const) {
    await run(page, name);
    await expect(panel(page, name)).toContainText(said);
    await expect(panel(page, name)).toContainText(/[\d,]+ ms/);
  }
  await expectAccessible(page);

  // A free movie tests every source, each on its own.
  await run(page, 'Sources');
  const sources = panel(page, 'Sources');
  expect(await sources.getByRole('listitem').count()).toBeGreaterThan(1);
  await expect(sources.getByRole('listitem').filter({ hasText: 'result' })).not.toHaveCount(0);

  await run(page, 'Metrics');
  await expect(panel(page, 'Metrics')).toContainText(/Accounts\s*0/);

  // The extension is optional: without it its panel shows how to get it.
  await run(page, 'Extension');
  await expect(panel(page, 'Extension')).toContainText('Not installed');
  await expect(panel(page, 'Extension')).not.toContainText('Failed');
  await expect(panel(page, 'Extension')).toContainText('It may not be installed');
  await expect(panel(page, 'Extension')).toContainText('install it');

  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('an untrusted reverse proxy is reported', LONG_ONLY, async ({ page }) => {
  const behind = await startSite();
  await page.goto(`${behind.app.url}/admininfo`);
  await run(page, 'Account server');
  await expect(panel(page, 'Account server')).toContainText('No untrusted proxy has been seen');
  await fetch(behind.app.url, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  await page.getByRole('button', { name: 'Run again: Account server' }).click();
  await expect(panel(page, 'Account server')).toContainText(
    "Set TRUSTED_PROXIES to the proxy's IP address",
  );
  // The server responds, so its URL is right.
  await expect(panel(page, 'Account server')).not.toContainText('BACKEND_URL');
  await expectAccessible(page);
  await behind.close();
});

test.describe('all checks', () => {
  // The subtitle service cannot be reached from here.
  test.use({ allowedErrors: /\/subtitles\/search/ });

  test('one button runs them, and one line summarizes them', async ({ page }) => {
    await page.goto(`${customSite.app.url}/admininfo`);
    await page.getByRole('button', { name: 'Run all' }).click();
    const all = panel(page, 'All checks');
    await expect(page.getByRole('button', { name: 'Run all' })).toBeVisible({ timeout: 90_000 });
    await expect(all.getByRole('status')).toHaveText(/works\.$|checks? failed/);
    for (const name of ['Account server', 'Proxies', 'Movie database', 'Sources', 'Extension'])
      await expect(panel(page, name).getByRole('listitem')).not.toHaveCount(0);
    await expectAccessible(page);
  });
});

test(
  'a proxy with a trailing slash gets a hint, and the next one is tested alone',
  LONG_ONLY,
  async ({ page }) => {
    const proxies = [`${customSite.app.url}/proxy/`, `${customSite.app.url}/proxy`];
    await page.addInitScript((proxySet) => {
      localStorage.setItem('__MW::auth', JSON.stringify({ state: { proxySet }, version: 0 }));
    }, proxies);
    await page.goto(`${customSite.app.url}/admininfo`);
    await run(page, 'Proxies');
    const rows = panel(page, 'Proxies').getByRole('listitem');
    await expect(rows.nth(0)).toContainText('must not end with a slash');
    await expect(rows.nth(1)).toContainText('Works.');
    await expect(rows.getByRole('img')).toHaveCount(0);
    const requested = echo.count();
    await rows
      .nth(1)
      .getByRole('button', { name: /^Run again: / })
      .click();
    await expect.poll(() => echo.count()).toBe(requested + 1);
    await expect(rows.nth(1)).toContainText('Works.');
    await expect(rows).toHaveCount(2);
    const times = rows.getByRole('img', { name: /^Latest runs in milliseconds: \d/ });
    await expect(times).toHaveCount(1);
    await expectAccessible(page);
  },
);

test('a long test can be cancelled', async ({ page }) => {
  echo.behave({ slowMs: 600_000 });
  await page.goto(`${customSite.app.url}/admininfo`);
  await page.getByRole('button', { name: 'Run: Proxies' }).click();
  await expect(panel(page, 'Proxies').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel: Proxies' }).click();
  await expect(panel(page, 'Proxies').getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Run: Proxies' })).toBeVisible();
  echo.behave('normal');
});
