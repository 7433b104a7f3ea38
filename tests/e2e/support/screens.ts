// The screens of the app, including those behind a menu or a form, for walks through all of them.
import type { Page } from '@playwright/test';
import { isInvented, LANGUAGES } from '../../../apps/web/src/i18n/languages.ts';
import { GENRES } from '../../support/fakes/tmdb-bodies.ts';
import { STARTED_SERIES, startedMovie } from './library.ts';
import { DEFAULT_PAGES } from './pages.ts';

/** The text of a key in the language of the page, which names the element to press. */
export type TextOf = (key: string) => string;

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Opens the part of the page that is tested. */
  readonly steps?: (page: Page, textOf: TextOf) => Promise<unknown>;
}

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';
const EPISODE = '/media/tmdb-tv-1930-the-beverly-hillbillies/930110/930111';

export const STORED_LIBRARY = {
  bookmarks: { '4808': { title: 'Charade', type: 'movie', year: 1963, updatedAt: 30 } },
  progress: { '44875': startedMovie('Topper Returns', 40), '1930': STARTED_SERIES },
} as const;

/** Values in a name may be anything. */
function named(text: string): string | RegExp {
  const parts = text.split(/\{\{.*?\}\}/);
  return parts.length === 1 ? text : new RegExp(`^${parts.map(escaped).join('.*')}$`);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The same time limit as for every assertion. */
const TIMEOUT_MS = 30_000;

const press = (key: string) => (page: Page, textOf: TextOf) =>
  page
    .getByRole('button', { name: named(textOf(key)) })
    .first()
    .click({ timeout: TIMEOUT_MS });

async function toProfile(page: Page, textOf: TextOf): Promise<string> {
  // The draft of an earlier screen.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/register');
  await press('auth.trust.yes')(page, textOf);
  const list = page.locator('ol[translate="no"] li');
  await list.first().waitFor({ timeout: TIMEOUT_MS });
  const words = await list.allInnerTexts();
  await press('auth.passphrase.next')(page, textOf);
  return words.map((word) => word.replace(/^\P{L}+/u, '')).join(' ');
}

async function toVerify(page: Page, textOf: TextOf): Promise<string> {
  const passphrase = await toProfile(page, textOf);
  await page.getByRole('textbox').first().fill('Living room');
  await press('auth.next')(page, textOf);
  return passphrase;
}

async function toAccount(page: Page, textOf: TextOf): Promise<void> {
  const passphrase = await toVerify(page, textOf);
  await page.getByRole('combobox').fill(passphrase);
  await press('auth.verify.create')(page, textOf);
  await page.waitForURL('/', { timeout: TIMEOUT_MS });
  await page.goto('/settings');
  await page.getByRole('button', { name: textOf('linking.begin') }).waitFor();
}

/** Waits for playback, then pauses: drawing a playing video takes a core, and the walks would take twice as long. */
const played = async (page: Page): Promise<void> => {
  const video = page.locator('video');
  await video.waitFor({ state: 'attached', timeout: TIMEOUT_MS });
  await page.getByRole('dialog').waitFor({ timeout: TIMEOUT_MS });
  await video.evaluate((element: HTMLVideoElement) => element.pause());
};

const menu = (view: string, title = MOVIE): Screen => ({
  name: `player ${view}`,
  path: `${title}?r=${view}`,
  steps: played,
});

export const SCREENS: readonly Screen[] = [
  ...DEFAULT_PAGES.map(({ name, path }) => ({ name, path })),
  { name: 'nothing found', path: '/browse/qqqq' },
  { name: 'header menu', path: '/', steps: press('header.menu') },
  { name: 'home in edit mode', path: '/', steps: press('home.lists.editOf') },
  { name: 'details', path: '/?m=details&title=tmdb-movie-10331-night-of-the-living-dead' },
  { name: 'details of a show', path: '/?m=details&title=tmdb-tv-1930-the-beverly-hillbillies' },
  { name: 'onboarding: skip', path: '/onboarding?m=skip' },
  { name: 'register: passphrase', path: '/register', steps: press('auth.trust.yes') },
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

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Data of the fakes, names and examples. `Intl` writes names of languages, in Hebrew if Hebrew is replaced. */
const NAMES = new Set<string | undefined>([
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
  'Season 1',
  'Specials',
  ...LANGUAGES.flatMap(({ locale }) => (isInvented(locale) ? [] : [ENGLISH_NAMES.of(locale)])),
]);
/** Names in Hebrew, milliseconds and dates. */
const BY_INTL = /^(?:[\p{Script=Hebrew}\s()]+|[\d.,]+ ms|\d+ [\p{L}׳]+ \d{4})$/u;
/** TMDB does not know invented languages, and sends them English names. Discover picks genres at random. */
const GENRE_NAMES = new Set(Object.values(GENRES));

export function isName(text: string, locale: string): boolean {
  if (isInvented(locale) && GENRE_NAMES.has(text)) return true;
  return NAMES.has(text) || BY_INTL.test(text);
}

const SAMPLE: readonly string[] = [
  'home',
  'browse',
  'settings',
  'login',
  'about',
  'details',
  'player /settings',
];

/** Enough for every run of the tests. */
export const SAMPLE_SCREENS = SCREENS.filter(({ name }) => SAMPLE.includes(name));

/** A list and a title that do not exist, a page that crashes, and an extension that is not installed. */
export const SCREEN_ERRORS = /40[04]|502.*subtitles|told to break|React Router caught/;

/** Waits until the screen is complete. Throws when a step fails. */
export async function openScreen(page: Page, screen: Screen, textOf: TextOf): Promise<void> {
  await page.goto(screen.path);
  await page.getByRole('heading').first().waitFor({ timeout: TIMEOUT_MS });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await screen.steps?.(page, textOf);
}
