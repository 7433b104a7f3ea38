// Shows a site's own library and administrators' screens with their data in every language: nothing is English, cut off
// or wider than the window.
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ensureMedia } from '../support/media.ts';
import { register, type Member } from '../support/identity.ts';
import { TRANSLATIONS, walkLanguages } from './support/language-walk.ts';
import { expectPlaying } from './support/screen.ts';
import { SCREEN_ERRORS, type Screen, type TextOf } from './support/screens.ts';
import { seed } from './support/signed-in.ts';
import { startSite, type Site } from './support/site.ts';
import { LONG_ONLY, test as base } from './support/test.ts';

/** A library with each kind of title. The one without a match is listed in the administrators' panel. */
const FILES = [
  'Films/Sintel (2010) [tmdbid-45745]/Sintel (2010).mp4',
  'Shows/Harbor Tales (2011)/Season 1/Harbor Tales S01E01.mp4',
  'Shows/Harbor Tales (2011)/Season 1/Harbor Tales S01E02.mp4',
  'Videos/Our Summer/Our Summer.mp4',
  ...Array.from(
    { length: 24 },
    (_, at) => `Films/${'BCDF'[at % 4]}eyond Hill ${at} (${1980 + at}).mp4`,
  ),
];

async function createLibrary(): Promise<string> {
  const { video360 } = await ensureMedia();
  const disk = await mkdtemp(join(tmpdir(), 'matinee-languages-'));
  for (const file of FILES) {
    const path = join(disk, file);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(video360, path);
    // Makes the content of each file unique.
    await writeFile(path, file, { flag: 'a' });
  }
  return disk;
}

/** The first account of a site is the administrator's. */
const test = base.extend<object, { site: Site; administrator: Member }>({
  site: [
    async ({}, provide) => {
      const disk = await createLibrary();
      const site = await startSite({
        SUBTITLES: 'off',
        REGISTRATION: 'open',
        MEDIA_FOLDERS: disk,
      });
      await provide(site);
      await site.close();
      await rm(disk, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  administrator: [
    async ({ site, browser }, provide) => {
      const administrator = await register(site.app);
      const viewer = await register(site.app);
      await watchAndFail(browser, site, viewer);
      await provide(administrator);
    },
    { scope: 'worker' },
  ],
});
test.use({ allowedErrors: SCREEN_ERRORS });

/** Fills the panels of errors, playback, history and sources. */
async function watchAndFail(browser: Browser, site: Site, viewer: Member): Promise<void> {
  const context = await browser.newContext({ baseURL: site.app.url });
  await seed(context, viewer);
  const page = await context.newPage();
  const received = page.waitForResponse('**/errors');
  await page.goto('/dev/test');
  await page.getByRole('button', { name: 'Break this page' }).click();
  await received;
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  await expectPlaying(page);
  await context.close();
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

/** Only panels with results in the language of the interface. */
const PANELS = ['config', 'backups', 'library', 'ownSources', 'metrics'] as const;

const run = (page: Page, textOf: TextOf, panel: (typeof PANELS)[number]): Promise<void> =>
  button(page, `${textOf('admin.run')}: ${textOf(`admin.${panel}.title`)}`).click();

async function runAll(page: Page, textOf: TextOf): Promise<void> {
  for (const panel of PANELS) await run(page, textOf, panel);
  await button(page, textOf('admin.checks.run')).click();
  await button(page, textOf('admin.checks.cancel')).first().waitFor();
  await button(page, textOf('admin.checks.run')).waitFor({ timeout: 60_000 });
}

async function openRestore(page: Page, textOf: TextOf): Promise<void> {
  await run(page, textOf, 'backups');
  await button(page, textOf('admin.backups.make')).click();
  const restore = button(page, `${textOf('admin.backups.restore.open')}: `);
  await restore.first().click({ timeout: 60_000 });
}

async function openRemoval(page: Page, textOf: TextOf): Promise<void> {
  const removals = button(page, `${textOf('admin.accounts.remove')}: `);
  await removals.first().click({ timeout: 30_000 });
}

async function tryTitle(page: Page, textOf: TextOf): Promise<void> {
  const panel = page.getByRole('region', { name: textOf('admin.tryTitle.title'), exact: true });
  await panel.getByRole('textbox').fill('Night of the Living Dead');
  await panel.getByRole('button', { name: textOf('admin.tryTitle.find') }).click();
  await panel.getByRole('combobox').selectOption({ index: 1 });
  await button(page, `${textOf('admin.run')}: ${textOf('admin.tryTitle.title')}`).click();
  await panel.getByRole('listitem').first().waitFor({ timeout: 60_000 });
}

const withTitles = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('listitem').first().waitFor({ timeout: 30_000 });

const LIBRARY_SCREENS: readonly Screen[] = [
  { name: 'home with a library', path: '/', steps: withTitles },
  { name: 'library', path: '/library', steps: withTitles },
  { name: 'library by title', path: '/library?sort=title', steps: withTitles },
  { name: 'library of shows', path: '/library?section=shows', steps: withTitles },
  { name: 'library of videos', path: '/library?section=videos', steps: withTitles },
];

const SCREENS: readonly Screen[] = [
  { name: 'trying a title', path: '/admininfo', steps: tryTitle },
  { name: 'administration', path: '/admininfo', steps: runAll },
  { name: 'restoring a backup', path: '/admininfo', steps: openRestore },
  { name: 'removing an account', path: '/admininfo', steps: openRemoval },
];

for (const width of [390, 1440]) {
  test(`a library fits ${width} px in every language`, LONG_ONLY, async ({ page }) => {
    test.setTimeout(300_000);
    const files = TRANSLATIONS.map(({ file }) => file);
    await walkLanguages(page, { files, width, screens: LIBRARY_SCREENS });
  });

  test(
    `administration fits ${width} px in every language`,
    LONG_ONLY,
    async ({ page, context, administrator }) => {
      test.setTimeout(300_000);
      await seed(context, administrator);
      // Otherwise the account would bring the language of one screen to the next.
      await context.route('**/users/*/settings', (route) => {
        const request = route.request();
        if (request.method() !== 'PUT') return route.fallback();
        return route.fulfill({ json: request.postDataJSON() });
      });
      const files = TRANSLATIONS.map(({ file }) => file);
      await walkLanguages(page, { files, width, screens: SCREENS });
    },
  );
}
