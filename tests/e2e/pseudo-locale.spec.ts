// Walks the screens in two pseudo-languages: nothing is hard-coded, cut off or wider than the window.
import type { Page } from '@playwright/test';
import { STARTED_SERIES, startedMovie, storeLibrary } from './support/library.ts';
import { DEFAULT_PAGES } from './support/pages.ts';
import {
  clippedTexts,
  loadPseudoLocale,
  pseudoName,
  untranslated,
  type PseudoLocale,
} from './support/pseudo-locale.ts';
import { expect, test } from './support/test.ts';

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';
const EPISODE = '/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930111';

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Opens the part of the page that is tested. */
  readonly steps?: (page: Page, locale: PseudoLocale) => Promise<unknown>;
}

const press = (key: string) => (page: Page, locale: PseudoLocale) =>
  page
    .getByRole('button', { name: pseudoName(key, locale) })
    .first()
    .click({ timeout: 10_000 });

async function toProfile(page: Page, locale: PseudoLocale): Promise<string> {
  // The draft of an earlier screen.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/register');
  await press('auth.trust.yes')(page, locale);
  const words = await page.locator('ol[translate="no"] li').allInnerTexts();
  await press('auth.passphrase.next')(page, locale);
  return words.map((word) => word.replace(/^\d+\s*/, '')).join(' ');
}

async function toVerify(page: Page, locale: PseudoLocale): Promise<string> {
  const passphrase = await toProfile(page, locale);
  await page.getByRole('textbox').first().fill('Living room');
  await press('auth.next')(page, locale);
  return passphrase;
}

async function toAccount(page: Page, locale: PseudoLocale): Promise<void> {
  const passphrase = await toVerify(page, locale);
  await page.getByRole('combobox').fill(passphrase);
  await press('auth.verify.create')(page, locale);
  await page.waitForURL('/', { timeout: 20_000 });
  await page.goto('/settings');
  await page.getByRole('button', { name: pseudoName('linking.begin', locale) }).waitFor();
}

const played = async (page: Page): Promise<void> => {
  await page.locator('video').waitFor({ state: 'attached', timeout: 20_000 });
  await page.getByRole('dialog').waitFor({ timeout: 10_000 });
};

const menu = (view: string, title = MOVIE): Screen => ({
  name: `player ${view}`,
  path: `${title}?r=${view}`,
  steps: played,
});

const PAGES: readonly Screen[] = DEFAULT_PAGES.map(({ name, path }) => ({ name, path }));

const OTHERS: readonly Screen[] = [
  { name: 'nothing found', path: '/browse/qqqq' },
  { name: 'header menu', path: '/', steps: press('header.menu') },
  {
    name: 'home in edit mode',
    path: '/',
    steps: (page) => page.getByRole('button', { name: /Èďïť/ }).first().click(),
  },
  { name: 'details', path: '/?m=details&title=tmdb-movie-10331-night-of-the-living-dead' },
  { name: 'details of a show', path: '/?m=details&title=tmdb-tv-1930-the-beverly-hillbillies' },
  { name: 'onboarding: skip', path: '/onboarding?m=skip' },
  {
    name: 'register: passphrase',
    path: '/register',
    steps: press('auth.trust.yes'),
  },
  { name: 'register: profile', path: '/register', steps: toProfile },
  { name: 'register: verify', path: '/register', steps: toVerify },
  { name: 'diagnostics', path: '/admininfo', steps: press('admin.all.run') },
  { name: 'crash', path: '/dev/test', steps: press('dev.break') },
  { name: 'unreleased', path: '/media/tmdb-movie-990002-living-dead-of-tomorrow' },
  { name: 'unknown title', path: '/media/tmdb-movie-999999999-nothing' },
  menu('/settings'),
  menu('/settings/quality'),
  menu('/settings/audio'),
  menu('/settings/captions'),
  menu('/settings/captions/settings'),
  menu('/settings/captions/transcript'),
  menu('/settings/captions/opensubtitles'),
  menu('/settings/playback'),
  menu('/settings/thumbnails'),
  menu('/settings/source'),
  menu('/settings/download'),
  menu('/settings/download/ios'),
  menu('/episodes', EPISODE),
  { name: 'register, and the account in settings', path: '/register', steps: toAccount },
];

const SAMPLE: readonly string[] = [
  'home',
  'browse',
  'settings',
  'login',
  'about',
  'player /settings',
];

/** Data of the fakes, names and examples. Names of languages are written by `Intl`, in Hebrew where Hebrew is replaced. */
const NAMES = new Set([
  'Charade',
  'Detour',
  'Hamilton',
  'His Girl Friday',
  'Living room',
  'Living Dead of Tomorrow',
  'Night of the Living Dead',
  'Sintel',
  'The Beverly Hillbillies',
  "The Lighthouse Keeper's Ledger",
  'Topper Returns',
  'GitHub',
  'Internet Archive',
  'Matinee',
  'Open films',
  'PeerTube',
  'The Movie Database',
  'https://',
  'Comedy',
  'Horror',
  'Season 1',
  'Specials',
  'Thriller',
  'English',
  'German',
  'Hebrew',
]);
/** Names in Hebrew, milliseconds, dates, and lines of facts about a title. */
const BY_INTL = /^(?:[\p{Script=Hebrew}\s()]+|[\d.,]+ ms|\d+ [\p{L}׳]+ \d{4}|.+ · .+)$/u;
const isName = (text: string): boolean => NAMES.has(text) || BY_INTL.test(text);

test.describe.configure({ mode: 'parallel' });
// A list and a title that do not exist, a page that crashes, and an extension that is not installed.
test.use({ allowedErrors: /40[04]|502.*subtitles|told to break|React Router caught/ });

const LIBRARY = {
  bookmarks: { '4808': { title: 'Charade', type: 'movie', year: 1963, updatedAt: 30 } },
  progress: { '44875': startedMovie('Topper Returns', 40), '1930': STARTED_SERIES },
} as const;

interface Walk {
  readonly locale: PseudoLocale;
  readonly width: number;
  readonly screens: readonly Screen[];
}

async function walk(page: Page, { locale, width, screens }: Walk): Promise<void> {
  await loadPseudoLocale(page, locale);
  await storeLibrary(page, LIBRARY);
  await page.setViewportSize({ width, height: 844 });
  for (const { name, path, steps } of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await steps?.(page, locale).catch((error: unknown) => {
      expect.soft(String(error), name).toBe('');
    });
    const texts = await untranslated(page);
    expect
      .soft(
        texts.filter((text) => !isName(text.trim())),
        `${name}: hard-coded`,
      )
      .toEqual([]);
    expect.soft(await clippedTexts(page), `${name}: clipped`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${name}: wider than the window`).toBeLessThanOrEqual(0);
  }
}

for (const locale of ['en-XA', 'en-XB'] as const)
  test(`the main screens fit a phone in ${locale}`, async ({ page }) => {
    const screens = [...PAGES, ...OTHERS].filter(({ name }) => SAMPLE.includes(name));
    expect(screens).toHaveLength(SAMPLE.length);
    await walk(page, { locale, width: 390, screens });
  });

for (const locale of ['en-XA', 'en-XB'] as const)
  for (const width of [390, 1440])
    test(`every screen fits ${width} px in ${locale}`, { tag: '@long' }, async ({ page }) => {
      test.setTimeout(300_000);
      await walk(page, { locale, width, screens: [...PAGES, ...OTHERS] });
    });
