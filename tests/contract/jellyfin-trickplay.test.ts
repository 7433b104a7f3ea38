// The images that Jellyfin has for the seek bar.
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { jpeg, startJellyfin } from '../support/fakes/jellyfin.ts';
import { guid, PLAIN_MOVIE, type FakeItem } from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia, type JellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { ensureMedia } from '../support/media.ts';
import { scrapeSource, textOf } from '../support/scrape-client.ts';

let media: JellyfinMedia;
beforeAll(async () => {
  media = await ensureJellyfinMedia(await ensureMedia());
});

const images = (Width: number, ThumbnailCount: number) => ({
  Width,
  Height: (Width * 9) / 16,
  TileWidth: 10,
  TileHeight: 10,
  ThumbnailCount,
  Interval: 10_000,
  Bandwidth: 9_000,
});
const VERSION = guid(0xb1);
const PICTURED: FakeItem = {
  ...PLAIN_MOVIE,
  Trickplay: { [VERSION]: { 160: images(160, 104), 320: images(320, 104), 960: images(960, 104) } },
};

async function play(item: FakeItem) {
  const fake = await startJellyfin({ media, items: [item] });
  const app = await startTestApp({ JELLYFIN_URL: fake.url, JELLYFIN_API_KEY: fake.apiKey });
  onTestFinished(async () => {
    await app.close();
    await fake.close();
  });
  const query = { id: 'jellyfin', type: 'movie', title: 'Charade', releaseYear: '1963' };
  const [stream] = await scrapeSource(app.url, { ...query, tmdbId: '4808' });
  return { fake, app, url: stream?.imagePlaylist };
}

test('they are a playlist of sheets that pass through this server, without the key', async () => {
  const { fake, app, url } = await play(PICTURED);
  const playlist = await textOf(url);
  expect(playlist).not.toContain(fake.apiKey);
  expect(playlist).not.toContain(fake.host);
  const tiles = '#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=10x10,DURATION=10';
  const lines = playlist.split('\n').filter((line) => /^#EXT(?:INF|-X-TILES)/.test(line));
  expect(lines).toEqual(['#EXTINF:1000,', tiles, '#EXTINF:40,', tiles]);
  const sheets = playlist.split('\n').filter((line) => /^(?!#)\S/.test(line));
  expect(sheets).toHaveLength(2);
  for (const [at, sheet] of sheets.entries()) {
    const response = await fetch(new URL(sheet, app.url));
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(jpeg(at));
  }
});

test.each([
  ['without images', PLAIN_MOVIE],
  ['with impossible ones', { ...PLAIN_MOVIE, Trickplay: { [VERSION]: { 320: images(320, -1) } } }],
])('a title %s has an empty playlist of them', async (_what, item) => {
  const { url } = await play(item);
  const playlist = await textOf(url);
  expect(playlist).toContain('#EXT-X-IMAGES-ONLY');
  expect(playlist).not.toContain('#EXTINF');
});
