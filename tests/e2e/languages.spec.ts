import type { Page } from '@playwright/test';
import { expect, expectAccessible, longAfterFirst, test } from './support/test.ts';

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

  test('everything is German without a choice, with correct plural forms', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    await expect(page.getByRole('searchbox', { name: 'Filme und Serien suchen' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeAttached();
    await expectAccessible(page);
  });

  test('movie texts are German, or marked as English where TMDB has none', async ({ page }) => {
    await page.goto('/?m=details&title=tmdb-movie-4808-charade');
    const german = page.getByRole('dialog').getByText('Was in Charade geschieht.');
    await expect(german).toBeVisible();
    await expect(german).not.toHaveAttribute('lang');
    await choose(page, 'ja-JP');
    await page.reload();
    const english = page.getByRole('dialog').getByText('What happens in Charade.');
    await expect(english).toHaveAttribute('lang', 'en');
  });

  test('a language that no native speaker has read leads to the manual', async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Übersetzung verbessern' }).click();
    await expect(page).toHaveURL(/\/manual\/translating$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('a choice of English is kept', async ({ page }) => {
    await choose(page, 'en-US');
    await page.goto('/');
    await expect(page.getByRole('searchbox', { name: 'Search movies and shows' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

for (const [at, width] of SIZES.entries())
  test(
    `Hebrew is laid out right to left, ${width} px wide`,
    longAfterFirst(at),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await choose(page, 'he-IL');
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      const search = page.getByRole('searchbox', { name: 'חיפוש סרטים וסדרות' });
      await search.fill('qqqq');
      await expect(page.getByText('אין תוצאות עבור ”\u{2068}qqqq\u{2069}“')).toBeVisible();
      expect(await overflow(page)).toBe(0);
      await expectAccessible(page);
      await page.screenshot({ path: test.info().outputPath(`he-${width}.png`), fullPage: true });
    },
  );

test('units, numbers and names of languages are Icelandic, though Chromium has none', async ({
  page,
}) => {
  await choose(page, 'is');
  await page.goto('/?m=details&title=tmdb-movie-4808-charade');
  const opened = page.getByRole('dialog', { name: 'Charade' });
  await expect(opened).toContainText(/Kvikmynd · 1963 · 1\sklst\. og 53\smín\./);
  await expect(opened).toContainText('7,6');
  await page.goto('/settings');
  await expect(page.getByRole('radio', { name: /^Deutsch/ })).toHaveAccessibleName(/þýska/);
});

test('a choice in another tab applies at once, and nothing is lost', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search movies and shows' }).fill('qqqq');
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
