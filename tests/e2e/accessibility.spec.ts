import type { Locator, Page } from '@playwright/test';
import { DEFAULT_PAGES } from './support/pages.ts';
import { expectPlaying } from './support/screen.ts';
import { axeViolations, expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';
import { THEMES } from './support/themes.ts';

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(120_000);
// One of the pages shows a list that does not exist.
test.use({ allowedErrors: /404.*\/lists\/none/ });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Fields and buttons that stick out of their form. */
const beyondForms = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('form :is(input, select, textarea, button)')].flatMap((one) => {
      const [own, form] = [one, one.closest('form')].map((box) => box?.getBoundingClientRect());
      const isInside = own && form && own.left >= form.left - 1 && own.right <= form.right + 1;
      return isInside ? [] : [one.outerHTML.slice(0, 120)];
    }),
  );

/** A journey opens several pages: from the second one on, the browser has loaded and compiled the app. */
const PAGES_PER_JOURNEY = 6;

for (let first = 0; first < DEFAULT_PAGES.length; first += PAGES_PER_JOURNEY) {
  const pages = DEFAULT_PAGES.slice(first, first + PAGES_PER_JOURNEY);
  const names = pages.map(({ name }) => name).join(', ');
  test(`with landmarks and one heading, accessible, in small windows and large text: ${names}`, async ({
    page,
  }) => {
    test.slow();
    for (const { name, path, heading } of pages)
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await open(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page).toHaveTitle(/Matinee/);
        for (const landmark of ['banner', 'main', 'contentinfo'] as const)
          await expect(page.getByRole(landmark), name).toHaveCount(1);
        await expectAccessible(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expect.poll(() => overflow(page), `${name} at 320 px`).toBe(0);
        await expect.poll(() => beyondForms(page), `${name} at 320 px`).toEqual([]);
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.locator('html').evaluate((root) => (root.style.fontSize = '200%'));
        await expect.poll(() => overflow(page), `${name} with text of twice the size`).toBe(0);
      });
  });
}

test('overlays are dialogs with a name that trap the focus and restore it', async ({ page }) => {
  await open(page, '/browse/dead');
  const info = page.getByRole('button', { name: /^Details for Night/ });
  await info.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Night of the Living Dead' });
  await expect(sheet.getByRole('link', { name: 'Play' })).toBeVisible();
  await expectAccessible(page);
  for (let stops = 0; stops < 40; stops += 1) await page.keyboard.press('Tab');
  await expect(sheet.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(info).toBeFocused();

  await page.goto(`${MOVIE}?r=/settings`);
  await expectPlaying(page);
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expectAccessible(page);
  for (const menu of ['/settings', '/settings/captions/settings', '/settings/playback']) {
    await page.goto(`${MOVIE}?r=${menu}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await page.locator('html').evaluate((root) => (root.style.fontSize = '200%'));
    await expect.poll(() => clipped(dialog), `${menu} with text of twice the size`).toEqual([]);
  }
});

/** Buttons and inputs that stick out of the dialog sideways. */
const clipped = (dialog: Locator): Promise<readonly string[]> =>
  dialog.evaluate((sheet) => {
    const { left, right } = sheet.getBoundingClientRect();
    return [...sheet.querySelectorAll('button, input')].flatMap((one) => {
      const box = one.getBoundingClientRect();
      return box.left < left - 1 || box.right > right + 1 ? [one.outerHTML.slice(0, 120)] : [];
    });
  });

test('the pages with the most content are readable in every theme', LONG_ONLY, async ({ page }) => {
  for (const path of ['/settings', '/browse/dead']) {
    await open(page, path);
    for (const theme of THEMES) {
      await page.locator('html').evaluate((root, name) => (root.dataset.theme = name), theme);
      const violations = await axeViolations(page, { runOnly: ['color-contrast'] });
      expect(violations, `${path} in ${theme}`).toEqual([]);
    }
  }
});

test(
  'in forced colors the focus is visible, and the selected state is distinguishable',
  LONG_ONLY,
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, '/settings');
    const [on, off] = [true, false].map((checked) => page.getByRole('switch', { checked }).first());
    if (!on || !off) throw new Error('No switches');
    await on.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(on).toBeFocused();
    const ring = await on.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(ring).toBe('solid');
    await page.keyboard.press('Shift+Tab');
    const pictures = [await on.screenshot(), await off.screenshot()] as const;
    expect(pictures[0].equals(pictures[1])).toBe(false);
    // These choices are colors.
    const chosen = page.getByRole('group', { name: 'Color', exact: true }).getByRole('radio');
    const colours = await chosen.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).backgroundColor),
    );
    expect(new Set(colours).size).toBe(colours.length);
    expect(colours.length).toBeGreaterThan(2);
    // The user chooses these colors: axe checks those that are not in use.
    const rules = { 'color-contrast': { enabled: false } };
    expect(await axeViolations(page, { rules })).toEqual([]);
  },
);

test('with reduced motion nothing moves by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/discover', '/nowhere']) {
    await open(page, path);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving, path).toBe(0);
  }
});

test.describe('a page that crashes', () => {
  test.use({ allowedErrors: /Test error from|React Router caught/ });

  test('shows an error, and has the facts for a report', async ({ page, consoleErrors }) => {
    await open(page, '/dev');
    await page.getByRole('link', { name: 'Test page' }).click();
    await page.getByRole('button', { name: 'Break this page' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert.getByRole('heading', { name: 'We encountered an error!' })).toBeVisible();
    await alert.getByText('Details', { exact: true }).click();
    const details = alert.locator('pre');
    await expect(details).toContainText('/dev/test');
    await expect(details).toContainText('Test error from the developer page.');
    // The component stack of React.
    await expect(details).toContainText(/\n\nat .*\n/);
    await expectAccessible(page);
    expect(consoleErrors).toEqual([]);
  });
});
