import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureMedia } from '../support/media.ts';
import { createAccount, login } from './support/account.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';

const TITLE = '/media/tmdb-movie-10331-night-of-the-living-dead';

/** A public server whose operator has a folder of movies. */
test.describe('movies for members', () => {
  let customSite: Site;
  let disk = '';

  test.beforeAll(async () => {
    const media = await ensureMedia();
    disk = await mkdtemp(join(tmpdir(), 'matinee-members-'));
    await copyFile(media.video720, join(disk, 'Night of the Living Dead (1968) - 720p.mp4'));
    customSite = await startSite({
      MEDIA_FOLDERS: disk,
      OWN_SOURCES: 'accounts',
      REGISTRATION: 'open',
      // No other source has it.
      DISABLED_SOURCES: BUILT_IN_SOURCES,
    });
  });
  test.afterAll(async () => {
    await customSite.close();
    await rm(disk, { recursive: true });
  });

  test('play for users who log in, until they log out', async ({ browser }) => {
    test.slow();
    const member = await browser.newContext({ baseURL: customSite.app.url });
    const first = await member.newPage();
    const passphrase = await createAccount(first);

    const context = await browser.newContext({ baseURL: customSite.app.url });
    const page = await context.newPage();
    const streams: string[] = [];
    page.on('request', (request) => {
      const isVideo = request.resourceType() === 'media';
      if (isVideo && request.url().includes('/stream/')) streams.push(request.url());
    });
    await page.goto(TITLE);
    const advice = page.getByRole('heading', { name: 'Some sources require an account' });
    await expect(advice).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
    expect(streams).toEqual([]);

    await page.getByRole('link', { name: 'Log in' }).last().click();
    await login.passphrase(page).fill(passphrase);
    await login.device(page).fill('Bedroom');
    await login.submit(page).click();
    await expect(page).toHaveURL(TITLE);
    await expectPlaying(page);
    const [stream = ''] = streams;
    const part = () => context.request.get(stream, { headers: { range: 'bytes=0-99' } });
    expect((await part()).status()).toBe(206);

    await first.goto('/settings');
    const devices = first.getByRole('region', { name: 'Devices' }).getByRole('listitem');
    await expect(devices).toHaveCount(2);
    await devices
      .nth(1)
      .getByRole('button', { name: /Remove/ })
      .click();
    await expect(devices).toHaveCount(1);
    await expect.poll(async () => (await part()).status()).toBe(401);
    await Promise.all([context.close(), member.close()]);
  });
});
