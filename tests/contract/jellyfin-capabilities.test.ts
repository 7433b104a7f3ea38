// A media server learns what the viewer's browser plays.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import { audio, guid, PLAIN_MOVIE, source, video } from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { ensureMedia } from '../support/media.ts';
import { bytesOf, endOf, scrapeSource, textOf } from '../support/scrape-client.ts';

const MOVIE = {
  ...PLAIN_MOVIE,
  Id: guid(0xb9),
  ProviderIds: { Tmdb: '779' },
  sources: [
    source(0xb9, [video({ Codec: 'hevc', BitDepth: 10 }), audio(1, { Codec: 'eac3' })]),
    source(0xba, [video({ Codec: 'hevc' }), audio(1, { Codec: 'dts' })], 'mkv'),
  ],
};
/** A movie in two files that are never converted. */
const FOREIGN_MOVIE = {
  ...PLAIN_MOVIE,
  Id: guid(0xbc),
  ProviderIds: { Tmdb: '780' },
  sources: [
    {
      ...source(0xbd, [video({ Width: 640, Height: 360 }), audio(1, { Codec: 'dts' })], 'mkv'),
      isNeverEncoded: true,
    },
    { ...source(0xbc, [video({ Codec: 'hevc' }), audio(1)], 'mkv'), isNeverEncoded: true },
  ],
};
const QUERY = { id: 'jellyfin', type: 'movie', title: 'x', releaseYear: '1963', tmdbId: '779' };

let jellyfin: FakeJellyfin;
let server: TestApp;

beforeAll(async () => {
  const media = await ensureJellyfinMedia(await ensureMedia());
  jellyfin = await startJellyfin({ media, items: [MOVIE, FOREIGN_MOVIE] });
  server = await startTestApp({ JELLYFIN_URL: jellyfin.url, JELLYFIN_API_KEY: jellyfin.apiKey });
  await vi.waitUntil(() => jellyfin.count('/Items') > 0);
});

afterAll(async () => {
  await Promise.all([server.close(), jellyfin.close()]);
});

test('a browser that plays more gets the file as it is, and a playlist of what has to be converted', async () => {
  const capabilities = 'avc,aac,hevc,hevc-10,eac3,surround,of-the-future';
  const streams = await scrapeSource(server.url, { ...QUERY, capabilities });
  expect(streams.map(({ type }) => type)).toEqual(['file', 'hls']);
  const playlist = streams.find((stream) => stream.type === 'hls');
  await textOf(playlist?.playlist);
  const master = jellyfin.requests.find(({ url }) => url.pathname.endsWith('/master.m3u8'));
  expect(master?.url.searchParams.get('VideoCodec')).toBe('h264,hevc');
});

test('a browser that says nothing gets what every browser plays', async () => {
  const streams = await scrapeSource(server.url, QUERY);
  expect(streams.map(({ type }) => type)).toEqual(['hls', 'hls']);
});

test('a file that nothing plays names its codec, and has a link for another player', async () => {
  const end = await endOf(server.url, { ...QUERY, tmdbId: '780', capabilities: 'avc,aac' });
  expect(end).toContain('"code":"unplayableFile","format":"HEVC","part":"video"');
  const link = /"url":"(http[^"]+)"/.exec(end)?.[1] ?? '';
  expect(new URL(link).origin).toBe(server.url);
  const file = await bytesOf(link);
  expect(file.subarray(4, 8).toString()).toBe('ftyp');
  const part = await fetch(link, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  const asked = jellyfin.requests.findLast(({ url }) => url.pathname.includes('/stream.'))?.url;
  expect(asked?.searchParams.get('mediaSourceId')).toBe(guid(0xbc));
});

test('a link for another player ends with the file', async () => {
  const end = await endOf(server.url, { ...QUERY, tmdbId: '780', capabilities: 'avc,aac' });
  jellyfin.hold([MOVIE]);
  const link = /"url":"(http[^"]+)"/.exec(end)?.[1] ?? '';
  expect((await fetch(link)).status).toBe(404);
  jellyfin.hold([MOVIE, FOREIGN_MOVIE]);
});
