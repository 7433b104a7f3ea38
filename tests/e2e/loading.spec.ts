import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ allowedErrors: /ERR_FAILED|Failed to fetch|dynamically imported|React Router caught/ });

const failed = (page: Page) => page.getByRole('heading', { name: "Couldn't load this page" });
async function broken(page: Page, file: RegExp): Promise<void> {
  await page.route(file, (route) => route.abort());
}

test('an app that fails to load shows a message, in the user’s language, and reloads on request', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('__MW::locale', '{"state":{"language":"de-DE"},"version":0}'),
  );
  const parts = /\/assets\/app-[\w-]+\.js/;
  await broken(page, parts);
  let opened = 0;
  page.on('request', (request) => (opened += request.isNavigationRequest() ? 1 : 0));
  await page.goto('/about');
  await expect(
    page.getByRole('heading', { name: 'Diese Seite konnte nicht geladen werden' }),
  ).toBeVisible();
  // One automatic reload, as after an update, and no more.
  expect(opened).toBe(2);
  await expectAccessible(page);
  await page.unroute(parts);
  await page.getByRole('link', { name: 'Neu laden' }).click();
  await expect(page.getByRole('article')).toBeVisible();
});

test('a first chunk that fails to load leaves text in the page', async ({ page }) => {
  await broken(page, /\/assets\/index-[\w-]+\.js/);
  await page.goto('/');
  await expect(failed(page)).toBeVisible();
  await page.unroute(/\/assets\/index-[\w-]+\.js/);
  await page.getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test.describe('a browser without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('is told to turn it on, and sees no endless wait', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { name: 'Turn on JavaScript' })).toBeVisible();
    await expect(page.locator('.first-paint-wait')).toBeHidden();
  });
});

test('a page whose chunk is gone after an update is reloaded automatically', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('searchbox')).toBeVisible();
  const part = /\/assets\/LegalPages-[\w-]+\.js/;
  await page.route(part, (route) => route.abort(), { times: 1 });
  const missed = page.waitForEvent('requestfailed', (request) => part.test(request.url()));
  await page.getByRole('link', { name: 'Privacy' }).click();
  await missed;
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page).toHaveURL(/\/privacy$/);
});

test('a chunk that fails to load shows an error in its page, and the rest stays', async ({
  page,
}) => {
  const part = /\/assets\/LegalPages-[\w-]+\.js/;
  await broken(page, part);
  await page.goto('/about');
  const alert = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: failed(page) });
  // The page reloads once by itself, as after an update.
  await page.waitForFunction(() =>
    performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload'),
  );
  await expect(alert).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute(part);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('article')).toBeVisible();
});

test('a decoration that fails to load causes no error', async ({ page }) => {
  const ornament = /\/assets\/run-lightbar-[\w-]+\.js/;
  await broken(page, ornament);
  const missed = page.waitForEvent('requestfailed', (request) => ornament.test(request.url()));
  await page.goto('/');
  await missed;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test('the first posters are requested before the app has loaded', async ({ page }) => {
  const requested = page.waitForRequest(/\/t\/p\//);
  await page.route(/\/assets\/app-[\w-]+\.js/, async (route) => {
    await requested;
    await route.continue();
  });
  await page.goto('/');
  const posters = page.getByRole('main').getByRole('listitem').locator('img');
  await expect(posters.first()).toHaveAttribute('src', (await requested).url());
  await expect(posters.first()).toHaveCSS('opacity', '1');
});
