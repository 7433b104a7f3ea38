import type { Locator, Page } from '@playwright/test';
import { storeLibrary } from './support/library.ts';
import { card, expectPaused, expectPlaying, searchBox } from './support/screen.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

/** A television's user agent; everything else is the same browser. */
test.use({
  userAgent:
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) Version/6.5 Chrome/130.0 TV Safari/537.36',
  viewport: { width: 1280, height: 720 },
});
test.setTimeout(120_000);

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses arrows in one direction until the target has the focus. */
async function walk(page: Page, arrow: Arrow, target: Locator, most = 30): Promise<void> {
  await expect(target).toBeAttached();
  for (let steps = 0; steps < most && !(await isFocused(target)); steps += 1)
    await page.keyboard.press(arrow);
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
}

/** Remotes are handled a moment after the first page, which is loaded when `sign` is visible. */
async function wake(page: Page, sign: Locator): Promise<void> {
  await expect(sign).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator(':focus')).not.toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** A key that no keyboard has. */
async function pressBack(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await session.send('Input.dispatchKeyEvent', {
      type,
      key: 'XF86Back',
      windowsVirtualKeyCode: 10_009,
    });
  await session.detach();
}

test('a remote alone leads from the start page to a playing movie and back', async ({ page }) => {
  await storeLibrary(page, {
    bookmarks: {
      '4808': { title: 'Charade', type: 'movie', year: 1963, updatedAt: 30 },
      '10331': { title: 'Night of the Living Dead', type: 'movie', year: 1968, updatedAt: 10 },
    },
  });
  await page.goto('/');
  await wake(page, card(page, /Charade/));
  await walk(page, 'ArrowDown', card(page, /Charade/), 6);
  const movie = card(page, /Living Dead/);
  await walk(page, 'ArrowRight', movie, 1);
  await page.keyboard.press('Enter');
  await expectPlaying(page);
  await page.keyboard.press('Enter');
  await expectPaused(page, true);
  await walk(page, 'ArrowDown', page.getByRole('button', { name: 'Play', exact: true }), 2);
  await walk(page, 'ArrowRight', page.getByRole('button', { name: 'Settings' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/media\//);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
  await expect(movie).toBeVisible();
});

test('a remote reaches every part of the app', LONG_ONLY, async ({ page }) => {
  await page.goto('/browse/dead');
  const found = card(page, 'Night of the Living Dead').first();
  await wake(page, found);
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();

  await walk(page, 'ArrowUp', searchBox(page), 6);
  await page.keyboard.press('ArrowLeft');
  await expect(searchBox(page)).toBeFocused();
  await walk(page, 'ArrowDown', page.getByRole('main').getByRole('link').first(), 2);

  // Held down, OK opens the card's menu; its last row opens the details.
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('menuitem', { name: 'Details' })).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('link', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await walk(page, 'ArrowLeft', sheet.getByRole('link', { name: 'Play' }), 5);
  await pressBack(page);
  await expect(sheet).toHaveCount(0);

  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await walk(page, 'ArrowUp', page.getByRole('link', { name: 'Matinee' }).first(), 8);
  await walk(page, 'ArrowRight', button, 2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await pressBack(page);
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await walk(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Discover' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/discover$/);
  const rows = page.getByRole('main').getByRole('list');
  await expect(rows.first().getByRole('link').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await walk(page, 'ArrowRight', rows.first().getByRole('link').nth(2), 3);
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1).locator('a:focus')).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await pressBack(page);
  await expect(page).toHaveURL(/\/browse\/dead$/);
});

test('a remote changes settings, and leaves every field', LONG_ONLY, async ({ page }) => {
  await page.goto('/settings');
  await wake(page, page.getByRole('region', { name: 'Connections' }));
  const walked = new Set<string>();
  const end = page.getByRole('contentinfo').getByRole('link').first();
  for (let steps = 0; steps < 120 && !(await isFocused(end)); steps += 1) {
    await page.keyboard.press('ArrowDown');
    walked.add(await page.locator(':focus').evaluate(({ tagName }) => tagName));
  }
  await expect(end).toBeFocused();
  expect([...walked]).toContain('BUTTON');
});

test('a remote opens each page of the menu over a movie, and Back leaves each of them', async ({
  page,
}) => {
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead?r=/settings');
  await expectPlaying(page);
  const menu = page.getByRole('dialog');
  const first = menu.getByRole('heading', { name: 'Settings', exact: true });
  await expect(first).toBeVisible();
  for (const [row, heading] of [
    [/^Quality/, 'Quality'],
    [/^Source/, 'Source'],
    [/^Subtitles/, 'Subtitles'],
    [/^Playback speed/, 'Playback speed'],
  ] as const) {
    await walk(page, 'ArrowDown', menu.getByRole('menuitem', { name: row }), 10);
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('heading', { name: heading })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(menu.locator(':focus')).toHaveCount(1);
    // The keys of a remote work a moment after the page has loaded.
    await expect(async () => {
      await pressBack(page);
      await expect(first).toBeVisible({ timeout: 5_000 });
    }).toPass();
  }
  await walk(page, 'ArrowDown', menu.getByRole('menuitem', { name: /^Subtitles/ }), 10);
  await page.keyboard.press('Enter');
  await walk(page, 'ArrowDown', menu.getByRole('menuitem', { name: 'Subtitle settings' }), 10);
  await page.keyboard.press('Enter');
  const size = menu.getByRole('slider', { name: 'Size' });
  await walk(page, 'ArrowDown', size, 20);
  const before = await size.inputValue();
  await page.keyboard.press('ArrowRight');
  expect(await size.inputValue()).not.toBe(before);
  await walk(page, 'ArrowDown', menu.getByRole('button', { name: 'Reset style' }), 20);
  await pressBack(page);
  await expect(menu.getByRole('heading', { name: 'Subtitles', exact: true })).toBeVisible();
  await pressBack(page);
  await expect(first).toBeVisible();
  await pressBack(page);
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(/\/media\//);
});

test('a remote completes the onboarding and the account forms', LONG_ONLY, async ({ page }) => {
  await page.goto('/onboarding');
  const proxy = page.getByRole('link', { name: /Your own proxy/ });
  await wake(page, proxy);
  await walk(page, 'ArrowDown', proxy, 4);
  await page.keyboard.press('Enter');
  const address = page.getByRole('textbox', { name: 'Proxy URL' });
  await wake(page, address);
  // The focus starts at a button: in a field a television would open its keyboard.
  await walk(page, 'ArrowUp', address, 6);
  await page.keyboard.type('proxy');
  await page.keyboard.press('ArrowDown');
  await walk(page, 'ArrowRight', page.getByRole('button', { name: 'Check and continue' }), 2);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Not a valid URL/)).toBeVisible();
  await pressBack(page);
  await expect(page).toHaveURL(/\/onboarding$/);

  await page.goto('/login');
  const create = page.getByRole('link', { name: 'Create an account' });
  await wake(page, create);
  await walk(page, 'ArrowDown', create, 8);
  await page.keyboard.press('Enter');
  const trust = page.getByRole('button', { name: 'I trust this server' });
  await wake(page, trust);
  await walk(page, 'ArrowRight', trust, 2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('main').locator('button:focus, a:focus, input:focus')).toHaveCount(1);
});

test('letters, icons, menus and the focus are large enough for a television', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead?r=/settings');
  await expectPlaying(page);
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  const sizes = await settings.evaluate((menu) => {
    const texts = [...menu.querySelectorAll('[role^="menuitem"], h2')];
    const icons = [...menu.querySelectorAll('svg')];
    return {
      letters: Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize))),
      icons: Math.min(...icons.map((icon) => icon.getBoundingClientRect().width)),
      width: menu.getBoundingClientRect().width,
      ring: parseFloat(getComputedStyle(document.activeElement ?? menu).outlineWidth),
    };
  });
  expect(sizes.letters).toBeGreaterThanOrEqual(24);
  expect(sizes.icons).toBeGreaterThanOrEqual(48);
  expect(sizes.width).toBeGreaterThanOrEqual(640);
  expect(sizes.ring).toBeGreaterThanOrEqual(4);
});

test.describe('on a screen of 1920 pixels', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('the number in the skip icons is large enough to be read', async ({ page }) => {
    await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
    await expectPlaying(page);
    const number = page
      .getByRole('button', { name: 'Skip forward 10 seconds' })
      .locator('span')
      .first();
    const size = await number.evaluate((text) =>
      Number.parseFloat(getComputedStyle(text).fontSize),
    );
    expect(size).toBeGreaterThanOrEqual(18);
  });
});
