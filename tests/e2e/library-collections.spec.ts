import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, test } from './support/test.ts';

let site: Site;
let disk = '';

test.beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-collections-'));
  await mkdir(join(disk, 'Harbor'));
  for (const name of ['Harbors (1986)', 'Harbor (1979)'])
    await writeFile(join(disk, 'Harbor', `${name}.mp4`), name);
  site = await startSite({ MEDIA_FOLDERS: disk });
});

test.afterAll(async () => {
  await site.close();
  await rm(disk, { recursive: true });
});

test('collections are a part of the library, and each has a page', async ({ page }) => {
  await page.goto(`${site.app.url}/library`);
  await page.getByRole('link', { name: /Collections/ }).click();
  // Before the page of collections renders, titles have names like the collection's.
  const collection = page.getByRole('link', { name: /Harbor.*2 titles/ });
  await expect(collection).toBeVisible();
  await expectAccessible(page);
  await collection.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor' })).toBeVisible();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('Harbor');
  await expect(cards.first()).toContainText('1979');
  await expectAccessible(page);
  await page.goto(`${site.app.url}/library/collection/gone`);
  await expect(page.getByText('This collection no longer exists')).toBeVisible();
});
