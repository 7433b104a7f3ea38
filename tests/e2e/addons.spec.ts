import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ensureContainerMedia } from '../support/container-media.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startManifestHost, type ManifestHost } from '../support/fakes/manifest.ts';
import { startPeertube } from '../support/fakes/peertube.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying, player } from './support/screen.ts';
import { expectPitch } from './support/sound.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

/** An operator's sources: a PeerTube instance, an add-on and a manifest. */
test.describe('an operator with additional sources', () => {
  let customSite: Site;
  let instance: Fake;
  let addon: Fake;
  let cellar: ManifestHost;

  test.beforeAll(async () => {
    const media = await ensureMedia();
    [instance, addon, cellar] = await Promise.all([
      startPeertube({
        media,
        knownAs: 'films.example.org',
        videos: [
          {
            uuid: '5b0b8c3e-2f1d-4b8e-9d63-0d2a8f0e6a11',
            shortUuid: 'bPq3N1yHq4Cw5uS2',
            name: "The Lighthouse Keeper's Ledger (1998)",
            seconds: 6_060,
            licence: 2,
            shape: 'both',
            hasCaptions: true,
          },
        ],
      }),
      startStremio({
        media,
        files: {
          'ac3.mkv': join(await ensureContainerMedia(), 'ac3.mkv'),
          'hls/unnamed': join(media.hls, 'master.m3u8'),
        },
        streams: {
          'movie/tt0032599': [{ name: 'Shelf 720p', plays: 'file720' }],
          'movie/tt8503618': [{ name: 'Shelf 180p', file: 'ac3.mkv' }],
          get 'movie/tt0056923'() {
            return [{ name: 'Shelf', url: `${addon.url}/media/hls/unnamed` }];
          },
        },
      }),
      startManifestHost(
        media,
        {
          version: 1,
          name: 'The cellar',
          movies: [
            {
              tmdbId: 20367,
              title: 'Detour',
              rights: 'Public domain (US)',
              streams: [
                { url: '../films/720.mp4', quality: '720', headers: { 'X-Key': 'cellar-key' } },
              ],
              captions: [{ lang: 'en', url: '../films/en.vtt' }],
            },
          ],
        },
        'cellar-key',
      ),
    ]);
    customSite = await startSite(
      {
        PEERTUBE_INSTANCES: 'films.example.org',
        PEERTUBE_HOSTS: `films.example.org=${instance.url}`,
        STREMIO_ADDONS: `${addon.url}/shelf/manifest.json`,
        MANIFEST: cellar.manifestUrl,
      },
      { hasOpenSources: false },
    );
  });

  test.afterAll(async () => {
    await customSite.close();
    await Promise.all([instance, addon, cellar].map((fake) => fake.close()));
  });

  const watch = async (page: Page, slug: string): Promise<void> => {
    await page.goto(`${customSite.app.url}/media/tmdb-movie-${slug}`);
    await expectPlaying(page);
  };

  test('can play a movie of the instance, with its license', LONG_ONLY, async ({ page }) => {
    await watch(page, '990001-the-lighthouse-keepers-ledger');
    await expect(player(page).getByTitle('· Blender · CC BY-SA')).toBeAttached();
    expect(instance.count('/object-storage/')).toBeGreaterThan(0);
  });

  test('can play a movie of the add-on', async ({ page }) => {
    await watch(page, '3085-his-girl-friday');
    expect(addon.count('/media/film-720.mp4')).toBeGreaterThan(0);
  });

  test('can play a playlist of the add-on whose address has no extension', async ({ page }) => {
    await watch(page, '4808-charade');
    expect(addon.count('/media/hls/')).toBeGreaterThan(1);
  });

  test('can play an mkv of the add-on, with its AC-3 sound', async ({ page }) => {
    await watch(page, '556574-hamilton');
    await expectPitch(page, 330);
    expect(addon.count('/media/ac3.mkv')).toBeGreaterThan(0);
  });

  test(
    'can play a movie of the manifest, though only the server has the key',
    LONG_ONLY,
    async ({ page }) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await watch(page, '20367-detour');
      await expect(player(page).getByTitle('Detour · Public domain (US)')).toBeAttached();
      expect(cellar.count('/films/720.mp4')).toBeGreaterThan(0);
      expect(requested.some((url) => url.startsWith(`${customSite.app.url}/stream/`))).toBe(true);
      expect(requested.filter((url) => url.startsWith(cellar.url))).toEqual([]);
    },
  );
});
