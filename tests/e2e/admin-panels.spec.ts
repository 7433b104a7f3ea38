// The diagnostics page's panels for administrators, beside the checks.
import type { Page } from '@playwright/test';
import { createAccount } from './support/account.ts';
import { expectPlaying } from './support/screen.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, test as base } from './support/test.ts';

/** A site without accounts, whose first one is the administrator's. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, provide) => {
      const site = await startSite();
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

// The test page fails on purpose.
test.use({ allowedErrors: /test page/i });
test.setTimeout(180_000);

test('an administrator sees errors and playback, tries a title and removes an account', async ({
  page,
  browser,
  site,
}) => {
  await createAccount(page);
  const broken = await browser.newPage({ baseURL: site.app.url });
  // Closing the page would cancel the request.
  const received = broken.waitForResponse('**/errors');
  await broken.goto('/dev/test');
  await broken.getByRole('button', { name: 'Break this page' }).click();
  expect((await received).request().postDataJSON()).toMatchObject({ place: '/dev' });
  await broken.close();

  await page.goto('/admininfo');
  const errors = panel(page, 'Errors');
  await expect(errors.getByRole('listitem').first()).toContainText('Browser /dev');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await errors.getByRole('searchbox').fill('nothing of this name');
  await expect(errors).toContainText('No error matches this search.');

  const friend = await browser.newContext({ baseURL: site.app.url });
  const visitor = await friend.newPage();
  await createAccount(visitor);
  await visitor.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  await expectPlaying(visitor);

  await page.goto('/admininfo');
  const live = panel(page, 'Now playing');
  const playback = live.getByRole('listitem').first();
  await expect(playback).toContainText('Night of the Living Dead');
  await expect(playback).toContainText(/Viewer [\dA-F]{8}/);
  await expect(live.getByRole('status')).toHaveText('Playing or paused: 1');
  await visitor.goto('/');
  await expect(playback).toContainText('Ended early');
  await expect(panel(page, 'History by day')).toContainText('Videos played');
  const sources = panel(page, 'Sources over time');
  await expect(async () => {
    await sources.getByRole('button', { name: 'Refresh: Sources over time' }).click();
    await expect(sources.getByRole('listitem').first()).toContainText('1 search', {
      timeout: 2_000,
    });
  }).toPass();

  // On a phone, charts with data fit, and screen readers get their numbers from the tables instead.
  for (const charted of [panel(page, 'History by day'), sources]) {
    await expect(charted.locator('figure svg').first()).toBeVisible();
    await expect(charted.getByRole('figure')).toHaveCount(0);
    await charted.locator('summary').first().click();
    const table = charted.getByRole('table').first();
    expect(await table.getByRole('columnheader').count()).toBeGreaterThan(3);
    const latest = table.getByRole('row').nth(1);
    await expect(latest.getByRole('rowheader')).toHaveText(/\d/);
    await expect(latest.getByRole('cell').first()).toHaveText('1');
  }
  const overflow = () => document.documentElement.scrollWidth - innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);

  const tried = panel(page, 'Try a title');
  await tried.getByRole('textbox', { name: 'Title' }).fill('Hamilton');
  await tried.getByRole('button', { name: 'Find' }).click();
  await tried.getByRole('combobox').selectOption({ index: 1 });
  await tried.getByRole('button', { name: 'Run: Try a title' }).click();
  await expect(tried.getByRole('listitem').first()).toContainText(/[\d,]+ ms/, { timeout: 45_000 });
  await expectAccessible(page);

  const accounts = panel(page, 'Accounts');
  await expect(accounts.getByRole('status')).toHaveText('2 accounts');
  await accounts.getByRole('button', { name: /^Delete: / }).click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Delete' });
  await expect(remove).toBeDisabled();
  const name = (await dialog.getByRole('heading').innerText()).replace(/^Delete “(.*)”\?$/, '$1');
  await dialog.getByRole('textbox').fill(name);
  await remove.click();
  await expect(accounts.getByRole('status')).toHaveText('1 account');
  await friend.close();
});

test('visitors see none of it', async ({ page }) => {
  await page.goto('/admininfo');
  await expect(panel(page, 'Setup')).toBeVisible();
  await expect(panel(page, 'Errors')).toHaveCount(0);
});
