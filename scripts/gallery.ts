// Takes screenshots of every screen for review: three sizes, in the default theme, in red, and in Hebrew.
// Needs `npm run build`. Usage: node scripts/gallery.ts [--only settings]. The screenshots are in test-results/gallery.
// With --manual, takes the README's images to docs/images instead.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../tests/e2e/support/browser.ts';
import { PAGES } from '../tests/e2e/support/pages.ts';
import { startSite } from '../tests/e2e/support/site.ts';
import { STARTED_SERIES, startedMovie, storeLibrary } from '../tests/e2e/support/library.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    manual: { type: 'boolean', default: false },
  },
});
const MANUAL = join(import.meta.dirname, '../docs/images');
const FOLDER = join(import.meta.dirname, '../test-results/gallery');
const TITLE = '/media/tmdb-movie-10331-night-of-the-living-dead';

const SIZES = [
  ['phone', { width: 390, height: 844 }],
  ['tablet', { width: 820, height: 1180 }],
  ['desktop', { width: 1440, height: 900 }],
] as const;

const SCREENS: readonly { readonly name: string; readonly path: string }[] = [
  ...PAGES,
  { name: 'nothing-found', path: '/browse/qqqq' },
  { name: 'details', path: '/?m=details&title=tmdb-movie-10331-night-of-the-living-dead' },
  { name: 'player', path: TITLE },
  { name: 'player-menu', path: `${TITLE}?r=/settings` },
  { name: 'dev-video', path: '/dev/video' },
];

const LOOKS = [
  ['default', null, 'en-US'],
  ['red', 'red', 'en-US'],
  ['hebrew', null, 'he-IL'],
] as const;

const KEPT = {
  bookmarks: {
    '4808': { title: 'Charade', type: 'movie', year: 1963, updatedAt: 30 },
    '45745': { title: 'Sintel', type: 'movie', year: 2010, updatedAt: 20 },
  },
  progress: { '44875': startedMovie('Topper Returns', 40), '1930': STARTED_SERIES },
} as const;

async function wear(page: Page, [, theme, language]: (typeof LOOKS)[number]): Promise<void> {
  await page.addInitScript(
    ([chosen, spoken]) => {
      const store = (key: string, state: object) =>
        localStorage.setItem(key, JSON.stringify({ state, version: 0 }));
      store('__MW::theme', { theme: chosen });
      store('__MW::locale', { language: spoken });
    },
    [theme, language] as const,
  );
}

async function take(browser: Browser, origin: string, look: (typeof LOOKS)[number]) {
  const context = await browser.newContext({ baseURL: origin, locale: look[2] });
  const page = await context.newPage();
  await wear(page, look);
  await storeLibrary(page, KEPT);
  for (const { name: screen, path } of SCREENS) {
    if (!screen.includes(values.only)) continue;
    for (const [size, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      if (path.startsWith(TITLE))
        await page.locator('video').waitFor({ state: 'attached', timeout: 20_000 });
      await page.waitForLoadState('networkidle').catch(() => undefined);
      const isFullPage = !path.startsWith(TITLE) && !path.includes('m=');
      const file = join(FOLDER, `${screen}-${look[0]}-${size}.png`);
      await page.screenshot({ path: file, fullPage: isFullPage });
    }
  }
  await context.close();
}

/** Takes two images for the README, small enough to load with it. */
async function takeForManual(browser: Browser, origin: string): Promise<void> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US', viewport });
  const page = await context.newPage();
  await wear(page, LOOKS[0]);
  // Block posters, which are test patterns here. Cards then draw their own.
  await page.route(/\/t\/p\//, (route) => route.abort());
  const save = (name: string) =>
    page.screenshot({ path: join(MANUAL, `${name}.jpg`), type: 'jpeg', quality: 80 });
  await page.goto('/discover');
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await save('discover');
  await page.goto(TITLE);
  const video = page.locator('video');
  await video.waitFor({ state: 'attached', timeout: 20_000 });
  const time = () => video.evaluate((it: HTMLVideoElement) => it.currentTime);
  await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(0);
  await video.evaluate((it: HTMLVideoElement) => void (it.currentTime = 24));
  await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(24);
  // Blur the sample movie, because its test pattern would distract from the player.
  await video.evaluate((it) =>
    it.style.setProperty('filter', 'grayscale(1) blur(64px) brightness(0.7)'),
  );
  await page.mouse.move(640, 400);
  await page.mouse.move(660, 420);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  // Wait until the controls have faded in.
  await page.waitForTimeout(600);
  await save('player');
  await context.close();
}

const folder = values.manual ? MANUAL : FOLDER;
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const site = await startSite({
  DMCA_EMAIL: 'takedown@site.example',
  // Without a key, the site lists the open collection.
  ...(values.manual && { TMDB_READ_API_KEY: undefined }),
});
const browser = await chromium.launch(launchOptions());
try {
  if (values.manual) await takeForManual(browser, site.app.url);
  else for (const look of LOOKS) await take(browser, site.app.url, look);
} finally {
  await browser.close();
  await site.close();
}
