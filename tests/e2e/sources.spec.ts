import type { Page } from '@playwright/test';
import type { Fake } from '../support/fakes/http.ts';
import { startManifestHost, type ManifestHost } from '../support/fakes/manifest.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite, type Site } from './support/site.ts';
import { clickControl, expectPlaying, playback, time } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';

let customSite: Site;
let cellar: ManifestHost;
let addon: Fake;
const PLAYABLE = [{ name: 'Shelf 360p', plays: 'file360' }] as const;
const offered: Record<string, Parameters<typeof startStremio>[0]['streams'][string]> = {
  'movie/tt0063350': PLAYABLE,
};

/** A movie that a manifest, an add-on and the Internet Archive have: the last in two items. */
test.beforeAll(async () => {
  const media = await ensureMedia();
  [cellar, addon] = await Promise.all([
    startManifestHost(media, {
      version: 1,
      name: 'The cellar',
      movies: [
        {
          tmdbId: 10331,
          title: 'Night of the Living Dead',
          rights: 'Public domain (US)',
          streams: [{ url: '../films/720.mp4', quality: '720' }],
        },
      ],
    }),
    startStremio({ media, streams: offered }),
  ]);
  customSite = await startSite({
    MANIFEST: cellar.manifestUrl,
    STREMIO_ADDONS: `${addon.url}/shelf/manifest.json`,
  });
});

test.beforeEach(() => {
  customSite.reset();
  addon.behave('normal');
  cellar.behave('normal');
});
test.afterAll(async () => {
  await customSite.close();
  await Promise.all([cellar.close(), addon.close()]);
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const choice = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name });
const action = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const overlay = (page: Page) => new URL(page.url()).searchParams.get('r');
const lines = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight);

async function openSources(page: Page): Promise<void> {
  await clickControl(page, page.getByRole('button', { name: 'Settings', exact: true }));
  await action(page, /^Source/).click();
  await expect(dialog(page, 'Source')).toBeVisible();
}

test('another source continues at the same second, and the menu closes', async ({ page }) => {
  // The Archive's movie has as many lines as the cellar's.
  customSite.archive.behave('empty');
  await page.goto(`${customSite.app.url}${NIGHT}`);
  await expectPlaying(page);
  await page.keyboard.press('l');
  const first = await lines(page);
  await openSources(page);
  const playing = page.getByRole('menuitemradio', { checked: true });
  await expect(playing).toHaveCount(1);
  const fromCellar = /The cellar/.test((await playing.textContent()) ?? '');
  await expectAccessible(page);
  const chosenAt = performance.now();
  const before = await time(page);
  await choice(page, fromCellar ? /^Public Domain Shelf/ : /^The cellar/).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => overlay(page)).toBeNull();
  await expectPlaying(page, before);
  expect(await lines(page)).not.toBe(first);
  const { time: after } = await playback(page);
  expect(after).toBeLessThan(before + (performance.now() - chosenAt) / 1_000 + 1);
  await openSources(page);
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(
    fromCellar ? /Public Domain Shelf.*Playing/ : /The cellar.*Playing/,
  );
});

test('of several embeds the viewer chooses one, which continues at the same second', async ({
  page,
}) => {
  await page.goto(`${customSite.app.url}${NIGHT}`);
  await expectPlaying(page);
  await page.keyboard.press('l');
  const before = await time(page);
  await openSources(page);
  await choice(page, /^Internet Archive/).click();
  await expect(dialog(page, 'Embeds')).toBeVisible();
  await expect(choice(page, /2$/)).toBeVisible();
  await expect.poll(() => overlay(page)).toBe('/settings/source/embeds');
  await expectAccessible(page);
  const requested = customSite.archive.count('/metadata/');
  await choice(page, /2$/).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectPlaying(page, before);
  expect(customSite.archive.count('/metadata/')).toBeGreaterThan(requested);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc))
    .toContain('night_of_the_living_dead_dvd');
});

test('a failing source shows an error, and the next one is a key away; the movie plays on behind it', async ({
  page,
}) => {
  addon.behave('error');
  await page.goto(`${customSite.app.url}${NIGHT}`);
  await expectPlaying(page);
  await openSources(page);
  await choice(page, /^Public Domain Shelf/).click();
  await expect(page.getByRole('status').getByText('Failed to scrape')).toBeVisible();
  await expectAccessible(page);
  await expectPlaying(page, await time(page));
  await expect(action(page, /^Try [A-Z]/)).toBeFocused();
  await action(page, 'Choose another source').click();
  await expect(choice(page, /^Public Domain Shelf Failed/)).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a source without a stream shows the reason, on its page and in the list', async ({
  page,
}) => {
  offered['movie/tt0063350'] = [{ name: 'Shelf', infoHash: 'a'.repeat(40) }];
  addon.behave({ slowMs: 1_000 }, ({ url }) => url.pathname.includes('/stream/'));
  await page.goto(`${customSite.app.url}${NIGHT}`);
  await expectPlaying(page);
  addon.behave('normal');
  await openSources(page);
  await choice(page, /^Public Domain Shelf/).click();
  const why = '“Public Domain Shelf” has “Night of the Living Dead” only as torrents';
  await expect(page.getByRole('status').getByText(why)).toBeVisible();
  await action(page, 'Choose another source').click();
  await expect(choice(page, /^Public Domain Shelf/)).toContainText(why);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  offered['movie/tt0063350'] = PLAYABLE;
});

test(
  'a link to the embeds, before a source was chosen, leads to the sources',
  LONG_ONLY,
  async ({ page }) => {
    await page.goto(`${customSite.app.url}${NIGHT}?r=/settings/source/embeds`);
    await expectPlaying(page);
    await action(page, 'Choose another source').click();
    await expect(dialog(page, 'Source')).toBeVisible();
    await page.getByRole('button', { name: 'Back to settings' }).click();
    await expect(action(page, /^Source/)).toBeFocused();
  },
);

test.describe('when no source has a stream that plays', () => {
  test.use({ allowedErrors: /status of 403/ });

  test('any can be chosen again, and continues at the same second', LONG_ONLY, async ({ page }) => {
    // The Archive's movies are not relayed, so they would play.
    customSite.archive.behave('empty');
    await page.route('**/stream/**', (route) => route.fulfill({ status: 403 }));
    await page.goto(`${customSite.app.url}${NIGHT}?t=8`);
    await expect(page.getByRole('heading', { name: 'Failed to play video!' })).toBeVisible();
    await expect(page.getByText(/^The source refused to send this video/)).toBeVisible();
    await page.unroute('**/stream/**');
    customSite.archive.behave('normal');
    await page.getByRole('button', { name: 'Choose another source' }).click();
    await expect(choice(page, /^The cellar Failed/)).toBeVisible();
    await choice(page, /^Public Domain Shelf/).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectPlaying(page, 7.9);
    expect((await playback(page)).time).toBeLessThan(23);
  });
});
