// What administrators see on the diagnostics page beside the checks.
import type { Page } from '@playwright/test';
import { createAccount } from './support/account.ts';
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

test('an error of a page reaches the administrator, who finds it by its text', async ({
  page,
  browser,
  site,
}) => {
  await createAccount(page);
  const visitor = await browser.newPage({ baseURL: site.app.url });
  const sent = visitor.waitForRequest('**/errors');
  await visitor.goto('/dev/test');
  await visitor.getByRole('button', { name: 'Break this page' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ place: '/dev' });
  await visitor.close();

  await page.goto('/admininfo');
  const errors = panel(page, 'Errors');
  await expect(errors.getByRole('listitem').first()).toContainText('Browser /dev');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await errors.getByRole('searchbox').fill('nothing of this name');
  await expect(errors).toContainText('No error matches this search.');
});

test('visitors see none of it', async ({ page }) => {
  await page.goto('/admininfo');
  await expect(panel(page, 'Setup')).toBeVisible();
  await expect(panel(page, 'Errors')).toHaveCount(0);
});
