// Shows administrators' screens in every language: nothing is English, cut off or wider than the window.
import type { Page } from '@playwright/test';
import { register, type Member } from '../support/identity.ts';
import { TRANSLATIONS, walkLanguages } from './support/language-walk.ts';
import { SCREEN_ERRORS, type Screen, type TextOf } from './support/screens.ts';
import { seed } from './support/signed-in.ts';
import { startSite, type Site } from './support/site.ts';
import { LONG_ONLY, test as base } from './support/test.ts';

/** The first account of a site is the administrator's. */
const test = base.extend<object, { site: Site; administrator: Member }>({
  site: [
    async ({}, provide) => {
      const site = await startSite({ SUBTITLES: 'off', REGISTRATION: 'open' });
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  administrator: [
    async ({ site }, provide) => {
      const administrator = await register(site.app);
      await register(site.app);
      await provide(administrator);
    },
    { scope: 'worker' },
  ],
});
test.use({ allowedErrors: SCREEN_ERRORS });

const button = (page: Page, name: string) => page.getByRole('button', { name });

/** Only panels whose results follow the language. */
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

const SCREENS: readonly Screen[] = [
  { name: 'administration', path: '/admininfo', steps: runAll },
  { name: 'restoring a backup', path: '/admininfo', steps: openRestore },
  { name: 'removing an account', path: '/admininfo', steps: openRemoval },
];

for (const width of [390, 1440])
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
