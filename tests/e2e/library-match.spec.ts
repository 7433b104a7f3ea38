import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { register } from '../support/identity.ts';
import { ensureMedia } from '../support/media.ts';
import { seed } from './support/signed-in.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ allowedErrors: /503/ });

let site: Site;
let disk = '';

async function put(path: string): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile((await ensureMedia()).video360, target);
  await writeFile(target, path, { flag: 'a' });
}

test.beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-match-'));
  await put('Movies/Durian project (2011)/Durian project (2011).mp4');
  await put('Home/Talk 2021-05-04.mp4');
  site = await startSite({ MEDIA_FOLDERS: disk, REGISTRATION: 'open' });
});

test.afterAll(async () => {
  await site.close();
  await rm(disk, { recursive: true });
});

const dialog = (page: Page) => page.getByRole('dialog').last();
const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

test('an administrator fixes the match of a movie and of an unrecognized file, and undoes it', async ({
  page,
  context,
}) => {
  await page.goto(`${site.app.url}/library`);
  const href = await cards(page).getByRole('link').first().getAttribute('href');
  const details = `${site.app.url}/library?m=details&title=${href?.split('/').at(-1)}`;
  await page.goto(details);
  await expect(page.getByRole('region', { name: 'File' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fix match' })).toHaveCount(0);

  await seed(context, await register(site.app));
  await page.evaluate(() => localStorage.clear());
  await page.goto(details);
  await page.getByRole('link', { name: 'Fix match' }).click();
  await expect(dialog(page).getByRole('searchbox')).toHaveValue('Durian project');
  await dialog(page).getByRole('searchbox').fill('sintel');
  await expectAccessible(page);
  await dialog(page)
    .getByRole('button', { name: /Sintel/ })
    .click();
  await expect(dialog(page)).toContainText('“Durian project” becomes “Sintel (2010)”');

  await page.route('**/library/match', (route) => route.fulfill({ status: 503, json: {} }));
  await dialog(page).getByRole('button', { name: 'Change match' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText("Couldn't change the match");
  await page.unroute('**/library/match');
  await dialog(page).getByRole('button', { name: 'Change match' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The notice stays as long as a pointer is over it.
  await page.getByRole('button', { name: 'Match automatically' }).hover();
  await expect(cards(page).filter({ hasText: 'Sintel' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Match automatically' }).click();
  await expect(cards(page).filter({ hasText: 'Durian project' })).toHaveCount(1);

  await page.goto(`${site.app.url}/admininfo`);
  const panel = page.getByRole('region', { name: 'Unrecognized files' });
  await panel.getByRole('button', { name: 'Run: Unrecognized files' }).click();
  await panel.getByRole('link', { name: 'Fix match' }).click();
  await dialog(page).getByRole('button', { name: 'Mark as home video' }).click();
  await dialog(page).getByRole('button', { name: 'Change match' }).click();
  await expect(panel.getByText('No unrecognized files were found.')).toBeVisible();
});
