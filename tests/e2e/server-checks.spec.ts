// The administrators' half of the diagnostics page: the server's checks, its configuration and its backups.
import type { Page } from '@playwright/test';
import { json, startFake } from '../support/fakes/http.ts';
import { register } from '../support/identity.ts';
import { seed } from './support/signed-in.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, test as base } from './support/test.ts';

const NOTES = 'https://git.example.org/matinee/releases/v99.1.0';
const RELEASE = {
  tag_name: 'v99.1.0',
  published_at: '2026-11-20T10:00:00Z',
  html_url: NOTES,
};
const KEY = 'a-key-of-the-television-server';

const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, provide) => {
      const releases = await startFake(() => json(RELEASE));
      const site = await startSite({
        RELEASES_URL: releases.url,
        SUBTITLES: 'off',
        JELLYFIN_URL: 'http://127.0.0.1:9',
        JELLYFIN_API_KEY: KEY,
        REGISTRATION: 'open',
      });
      await provide(site);
      await site.close();
      await releases.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// The server rejects a file and a test key, and is away while it restores.
test.use({ allowedErrors: /\/setup\b|\/(?:admin|diagnostics|users|healthz|readyz)\/|ping\.txt/ });

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const WIDTHS = [390, 820, 1_440] as const;

test('an administrator runs the checks, one again, and reads the configuration', async ({
  page,
  context,
  site,
}) => {
  test.slow();
  await seed(context, await register(site.app));
  await page.goto(`${site.app.url}/settings`);
  const line = page.getByRole('status').filter({ hasText: 'Matinee 99.1.0 was released' });
  await expect(line.getByRole('link', { name: 'Release notes' })).toHaveAttribute('href', NOTES);
  await expectAccessible(page);
  await line.getByRole('button', { name: 'Close' }).click();
  await expect(line).toHaveCount(0);
  const requested = page.waitForResponse('**/diagnostics/release');
  await page.reload();
  await requested;
  await expect(line).toHaveCount(0);

  await page.goto(`${site.app.url}/admininfo`);
  await expect(panel(page, 'Version')).toContainText('Matinee 99.1.0 was released');
  const checks = panel(page, 'Server checks');
  // The checks don't end before they are canceled.
  site.tmdb.behave({ slowMs: 3_600_000 });
  await checks.getByRole('button', { name: 'Run server checks' }).click();
  await checks.getByRole('button', { name: 'Cancel' }).click();
  await expect(checks.getByRole('status')).not.toContainText('Running');
  site.tmdb.behave('normal');
  await checks.getByRole('button', { name: 'Run server checks' }).click();
  await expect(checks.getByRole('button', { name: 'Run server checks' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(checks.getByRole('status')).toHaveText(
    /^\d+ OK, \d+ warnings?, \d+ errors?, and \d+ off$/,
  );
  const row = (name: RegExp) => checks.getByRole('listitem').filter({ hasText: name });
  await expect(row(/^Database/)).toContainText('PostgreSQL');
  await expect(row(/^Latest backup/)).toContainText('Nightly backups are turned off.');
  await expect(row(/^Source: Internet Archive/)).toContainText('Works.');
  await expect(row(/^Casting/)).toContainText('set PUBLIC_URL');
  await expectAccessible(page);

  site.tmdb.behave('forbidden');
  await row(/^Catalog/)
    .getByRole('button', { name: 'Run again: Catalog' })
    .click();
  await expect(row(/^Catalog/)).toContainText('rejects the key');
  await expect(row(/^Database/)).toContainText('PostgreSQL');
  site.tmdb.behave('normal');

  const [manual] = await Promise.all([
    page.context().waitForEvent('page'),
    row(/^Database/)
      .getByRole('link')
      .click(),
  ]);
  await expect(manual.getByRole('heading', { name: 'DATABASE_URL' })).toBeInViewport();
  await manual.close();

  const configuration = panel(page, 'Configuration');
  await configuration.getByRole('button', { name: 'Run: Configuration' }).click();
  await expect(configuration).toContainText('Set, and kept secret');
  await configuration.getByRole('searchbox', { name: 'Filter options' }).fill('jellyfin_u');
  await expect(configuration.getByRole('listitem')).toHaveCount(1);
  await expect(configuration.getByRole('listitem')).toContainText('http://127.0.0.1:9');
  await expect(configuration.getByRole('listitem')).toContainText('Environment');
  await configuration.getByRole('searchbox', { name: 'Filter options' }).fill('');
  expect(await page.content()).not.toContain(KEY);

  const backups = panel(page, 'Backups');
  await backups.getByRole('button', { name: 'Run: Backups' }).click();
  await expect(backups).toContainText("There's no backup yet.");
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect(backups.getByRole('status')).toHaveText('Backed up and checked.', {
    timeout: 60_000,
  });
  await expect(backups.getByRole('listitem')).toContainText(/Manual.*Checked/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    backups.getByRole('button', { name: /^Download: / }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^matinee-manual-\w+\.tar$/);

  await backups.getByRole('button', { name: /^Restore: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore a backup' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace everything' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Type exactly “restore”.');
  await dialog.getByRole('textbox', { name: /type “restore”/ }).fill('Restore');
  await dialog.getByRole('button', { name: 'Replace everything' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Restored\./, { timeout: 90_000 });
  await page.keyboard.press('Escape');

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
});

test('a new server offers to restore a backup, and says what is wrong with a file', async ({
  page,
}) => {
  const fresh = await startSite({ SUBTITLES: 'off', REGISTRATION: 'open' });
  await page.goto(`${fresh.app.url}/register`);
  const link = page.getByRole('link', { name: 'Restore a backup instead' });
  await link.waitFor();
  await page.route('**/setup', (route) => route.fulfill({ status: 503 }));
  await page.goto(`${fresh.app.url}/restore`);
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText("Couldn't load this page");
  await page.unroute('**/setup');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
  await page.goto(`${fresh.app.url}/register`);
  await link.click();
  const file = { name: 'b.tar', mimeType: 'application/x-tar', buffer: Buffer.alloc(600_000) };
  await page.getByLabel('Choose file').setInputFiles(file);
  await page.getByRole('textbox', { name: /type “restore”/ }).fill('restore');
  await page.getByRole('button', { name: 'Replace everything' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    "isn't a complete backup of Matinee",
  );
  await expectAccessible(page);
  await register(fresh.app);
  await page.reload();
  await expect(page.getByText('This server has accounts already.')).toBeVisible();
  await fresh.close();
});
