// The diagnostics page's panels for administrators, beside the checks.
import { setTimeout as pause } from 'node:timers/promises';
import { reportError } from '@matinee/shared/contract/error-groups';
import { getMetadata } from '@matinee/shared/contract/scrape';
import type { MediaType } from '@matinee/shared/media/media';
import type { Browser, Page } from '@playwright/test';
import { register, type Member } from '../support/identity.ts';
import { createAccount } from './support/account.ts';
import { expectPlaying } from './support/screen.ts';
import { seed } from './support/signed-in.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, test as base } from './support/test.ts';

/** A site. The first account is the administrator's. */
const test = base.extend<object, { site: Site; admin: Member }>({
  site: [
    async ({}, provide) => {
      const site = await startSite();
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: [
    async ({ site }, provide) => provide(await register(site.app)),
    { scope: 'worker', timeout: 120_000 },
  ],
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

// The test page fails on purpose.
test.use({ allowedErrors: /test page/i });
test.setTimeout(180_000);

test('an administrator sees errors and playback, and removes an account', async ({
  page,
  context,
  browser,
  site,
  admin,
}) => {
  await seed(context, admin);
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
  // The movie must not end meanwhile.
  await visitor.keyboard.press('k');

  await page.goto('/admininfo');
  const live = panel(page, 'Now playing');
  const playback = live.getByRole('listitem').first();
  await expect(playback).toContainText('Night of the Living Dead');
  await expect(playback).toContainText(/Viewer [\dA-F]{8}/);
  await expect(live.getByRole('status')).toHaveText('Playing or paused: 1');
  await visitor.goto('/');
  await expect(playback).toContainText('Ended early');
  const history = panel(page, 'History by day');
  await expect(async () => {
    await history.getByRole('button', { name: 'Refresh: History by day' }).click();
    await expect(history).toContainText('Videos played', { timeout: 2_000 });
  }).toPass();
  const sources = panel(page, 'Sources over time');
  await expect(async () => {
    await sources.getByRole('button', { name: 'Refresh: Sources over time' }).click();
    await expect(sources.getByRole('listitem').first()).toContainText('1 search', {
      timeout: 2_000,
    });
  }).toPass();

  // On a phone, charts with data fit, and screen readers get their numbers from the tables instead.
  for (const charted of [history, sources]) {
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

/** A visitor opens a movie while the catalog fails. Returns the id of the request that the browser reports. */
async function failToOpen(browser: Browser, { app }: Site): Promise<string> {
  const visitor = await browser.newPage({ baseURL: app.url });
  const failed: (string | undefined)[] = [];
  visitor.on('response', (response) => {
    if (response.status() >= 500) failed.push(response.headers()['x-request-id']);
  });
  const reported = visitor.waitForRequest(
    (request) => request.url().endsWith('/errors') && !!request.postData()?.includes('/movie/'),
  );
  await visitor.goto('/media/tmdb-movie-556574-hamilton');
  const report = await reported;
  await report.response();
  const { requestId } = reportError.body.parse(report.postDataJSON());
  expect(failed).toContain(requestId);
  await visitor.close();
  return requestId ?? '';
}

test('an error that two visitors met is one group, found by the id of a request or by a part of its text', async ({
  page,
  context,
  browser,
  site,
  admin,
}) => {
  site.tmdb.behave('error');
  site.tmdbFallback.behave('error');
  const ids = [await failToOpen(browser, site), await failToOpen(browser, site)];
  expect(new Set(ids).size).toBe(2);
  site.reset();

  await seed(context, admin);
  await page.goto('/admininfo');
  const errors = panel(page, 'Errors');
  const groups = errors.getByRole('list', { name: 'Errors' }).locator(':scope > li');
  // The server's own warnings about the catalog are separate errors.
  await expect(groups).not.toHaveCount(0);
  for (const search of [...ids, 'get /catalogue/:id/movie']) {
    await errors.getByRole('searchbox').fill(search);
    await expect(groups).toHaveCount(1);
    await expect(groups).toContainText('Browser /media');
    await expect(groups).toContainText('2 times');
  }
  await groups.locator('summary').click();
  for (const id of ids) await expect(groups.getByText(id)).toBeVisible();
});

test('a movie and a show are tried through every source that has such titles, each with its own time', async ({
  page,
  context,
  site,
  admin,
}) => {
  await seed(context, admin);
  await page.goto('/admininfo');
  const tried = panel(page, 'Try a title');
  const rows = tried.getByRole('listitem');
  const find = async (title: string): Promise<void> => {
    await tried.getByRole('textbox', { name: 'Title' }).fill(title);
    await tried.getByRole('button', { name: 'Find' }).click();
    await tried.getByRole('combobox').selectOption({ index: 1 });
  };
  const response = await page.request.get(`${site.app.url}/metadata`);
  const [, sources] = getMetadata.reply.parse(await response.json());
  const countOf = (type: MediaType): number =>
    sources.filter(({ mediaTypes }) => mediaTypes?.includes(type) !== false).length;

  await find('Night of the Living Dead');
  await tried.getByRole('button', { name: 'Run: Try a title' }).click();
  await expect(rows.filter({ hasText: /[\d,]+ ms/ })).toHaveCount(countOf('movie'));
  const archive = rows.filter({ hasText: 'Internet Archive' });
  await expectAccessible(page);
  await archive.getByRole('button', { name: /^Run again: / }).click();
  await expect(archive.getByRole('img', { name: /\d/ })).toBeVisible();

  // Results of the previous title could be mistaken for results of this one.
  await find('The Beverly Hillbillies');
  await expect(rows).toHaveCount(0);
  const isArchive = ({ pathname, searchParams }: URL): boolean =>
    pathname.endsWith('/scrape/source') && searchParams.get('id') === 'internet-archive';
  await page.route(isArchive, async (route) => {
    await pause(500);
    await route.continue();
  });
  await tried.getByRole('button', { name: 'Run: Try a title' }).click();
  await expect(rows.filter({ hasText: /[\d,]+ ms/ })).toHaveCount(countOf('show'));
  expect(countOf('show')).toBeLessThan(countOf('movie'));
  await expect(archive).toContainText(/(?:[5-9]\d\d|\d,\d{3}) ms/);
  await expect(tried).not.toContainText('The search failed.');
});

test('visitors see none of it', async ({ page }) => {
  await page.goto('/admininfo');
  await expect(panel(page, 'Setup')).toBeVisible();
  await expect(panel(page, 'Errors')).toHaveCount(0);
});
