import type { Page } from '@playwright/test';
import { DEFAULT_PAGES } from './support/pages.ts';
import { loadPseudoLocale, untranslated } from './support/pseudo-locale.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const SIZES = [390, 820, 1440];

const choose = (page: Page, language: string) =>
  page.addInitScript((chosen) => {
    const text = JSON.stringify({ state: { language: chosen }, version: 0 });
    localStorage.setItem('__MW::locale', text);
  }, language);

/** Pixels by which the page scrolls sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('everything is German without a choice, and plural forms fit', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    await expect(page.getByRole('searchbox', { name: 'Filme und Serien suchen' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeAttached();
    await expectAccessible(page);
  });

  test('a choice of English is kept', async ({ page }) => {
    await choose(page, 'en-US');
    await page.goto('/');
    await expect(page.getByRole('searchbox', { name: 'Search films and series' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

for (const width of SIZES)
  test(`Hebrew is read from right to left, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await choose(page, 'he-IL');
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const search = page.getByRole('searchbox', { name: 'חיפוש סרטים וסדרות' });
    await search.fill('qqqq');
    await expect(page.getByText('לא מצאנו דבר עבור ”qqqq“')).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`he-${width}.png`), fullPage: true });
  });

test('another tab’s choice is spoken at once, and nothing is lost by it', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search films and series' }).fill('qqqq');
  const other = await context.newPage();
  await other.goto('/ping.txt');
  await other.evaluate(() => {
    const text = JSON.stringify({ state: { language: 'de-DE' }, version: 0 });
    localStorage.setItem('__MW::locale', text);
  });
  await expect(page.getByRole('searchbox', { name: 'Filme und Serien suchen' })).toHaveValue(
    'qqqq',
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

/** Names, which are the same in every language. */
const NAMES =
  /^(?:Matinee|Internet Archive|Open films|PeerTube|GitHub|Discord|The Movie Database|https:\/\/)$/;

test.describe('every page', () => {
  // One of them is that of a list which does not exist.
  test.use({ allowedErrors: /404.*\/lists\/none/ });

  test('whatever a page says comes from the texts, and longer texts fit', async ({ page }) => {
    test.setTimeout(240_000);
    await loadPseudoLocale(page);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const { path } of DEFAULT_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^⟦.*⟧$/);
      await page.waitForLoadState('networkidle');
      const texts = await untranslated(page);
      expect(
        texts.filter((text) => !NAMES.test(text.trim())),
        path,
      ).toEqual([]);
      expect(await overflow(page), path).toBe(0);
    }
  });
});
