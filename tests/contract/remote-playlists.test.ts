// HLS streams of add-ons and of the manifest that the viewer's browser doesn't decode. The server detects them before
// it offers them.
import type { Stream } from '@matinee/shared/media/stream';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ensureContainerMedia } from '../support/container-media.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startManifestHost, type ManifestHost } from '../support/fakes/manifest.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';
import { endOf, scrapeSource, textOf } from '../support/scrape-client.ts';

const CAPABILITIES = 'avc,aac';
const HEVC = '"hvc1.1.6.L93.B0,mp4a.40.2"';
const AVC = '"avc1.64001e,mp4a.40.2"';
/** The first entry of each list is the playlist of the test. */
const PLAYLISTS = {
  tt2000001: ['hevc.m3u8'],
  tt2000002: ['hevc-fmp4.m3u8'],
  tt2000003: ['ac3.m3u8'],
  tt2000004: ['only-hevc.m3u8'],
  tt2000005: ['with-avc.m3u8'],
  tt2000006: ['undeclared.m3u8'],
  tt2000007: ['hevc.m3u8', 'aac.m3u8'],
  tt2000008: ['locked.m3u8'],
  tt2000009: ['sound-and-hevc.m3u8'],
  tt2000010: ['ac3.m3u8', 'hevc.m3u8', 'aac.m3u8'],
  tt2000011: ['only-ac3.m3u8'],
  // Names without an extension; the last one has no content type either.
  tt2000012: ['unnamed'],
  tt2000013: ['unnamed-hevc'],
  tt2000014: ['untyped'],
} as const;
type ImdbId = keyof typeof PLAYLISTS;

let folder: string;
let addon: Fake;
let cellar: ManifestHost;
let server: TestApp;

const variant = (codecs: string | undefined, uri: string): string =>
  `#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180${codecs === undefined ? '' : `,CODECS=${codecs}`}\n${uri}\n`;

async function makeMedia(): Promise<void> {
  const containers = await ensureContainerMedia();
  const make = (name: string, input: string, options: string) =>
    promisify(execFile)('ffmpeg', [
      ...`-v error -i ${join(containers, input)} -t 10 ${options}`.split(' '),
      ...'-f hls -hls_time 4 -hls_playlist_type vod -hls_segment_filename'.split(' '),
      join(folder, `${name}-%d.${name.endsWith('fmp4') ? 'm4s' : 'ts'}`),
      join(folder, `${name}.m3u8`),
    ]);
  await make('hevc', 'hevc-aac.mkv', '-c copy');
  const fragments = '-hls_segment_type fmp4 -hls_fmp4_init_filename hevc-fmp4-init.mp4';
  await make('hevc-fmp4', 'hevc-aac.mkv', `-c copy -tag:v hvc1 ${fragments}`);
  await make('ac3', 'ac3.mkv', '-c copy');
  await make('aac', 'ac3.mkv', '-c:v copy -c:a aac');
  await copyFile(join(folder, 'aac.m3u8'), join(folder, 'untyped'));
  const put = (name: string, ...lines: readonly string[]) =>
    writeFile(join(folder, name), `#EXTM3U\n${lines.join('')}`);
  await put('only-hevc.m3u8', variant(HEVC, 'hevc.m3u8'), variant(HEVC, 'hevc-fmp4.m3u8'));
  await put('with-avc.m3u8', variant(HEVC, 'hevc.m3u8'), variant(AVC, 'aac.m3u8'));
  await put('only-ac3.m3u8', variant('"avc1.64001e,ac-3"', 'ac3.m3u8'));
  await put('undeclared.m3u8', variant(undefined, 'hevc.m3u8'));
  const sound = '#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"\naac.m3u8\n';
  await put('sound-and-hevc.m3u8', sound, variant(HEVC, 'hevc.m3u8'));
  const key = '#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI="key"\n';
  await put('locked.m3u8', key, '#EXTINF:4,\nhevc-0.ts\n#EXT-X-ENDLIST\n');
}

beforeAll(async () => {
  const media = await ensureMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-playlists-'));
  await makeMedia();
  const names = await readdir(folder);
  const files = {
    ...Object.fromEntries(names.map((name) => [name, join(folder, name)])),
    unnamed: join(folder, 'aac.m3u8'),
    'unnamed-hevc': join(folder, 'hevc.m3u8'),
  };
  const headers = { 'X-Key': 'cellar-key' };
  cellar = await startManifestHost(
    media,
    {
      version: 1,
      name: 'The cellar',
      movies: [
        { tmdbId: 1, streams: [{ url: '../films/hevc.m3u8', headers }] },
        {
          tmdbId: 2,
          streams: [
            { url: '../films/hevc.m3u8', headers },
            { url: '../films/aac.m3u8', headers },
          ],
        },
        { tmdbId: 3, streams: [{ url: '../films/untyped', headers }] },
      ],
    },
    'cellar-key',
    files,
  );
  addon = await startStremio({
    media,
    files,
    streams: Object.fromEntries(
      Object.entries(PLAYLISTS).map(([id, list]) => [
        `movie/${id}`,
        list.map((file) => ({ file })),
      ]),
    ),
  });
  server = await startTestApp({
    STREMIO_ADDONS: `${addon.url}/shelf/manifest.json`,
    MANIFEST: cellar.manifestUrl,
    SCRAPE_CACHE: 'off',
  });
}, 120_000);

afterAll(async () => {
  await Promise.all([server.close(), addon.close(), cellar.close()]);
  await rm(folder, { recursive: true });
});

afterEach(() => {
  addon.behave('normal');
  addon.forget();
  cellar.forget();
});

/** Without capabilities, acts as a client of an earlier version. */
async function queryOf(imdbId: ImdbId, capabilities: string | undefined = CAPABILITIES) {
  const id = /stremio-\w+/.exec(await textOf(`${server.url}/metadata`))?.[0] ?? '';
  const query = { id, type: 'movie', title: 'x', releaseYear: '1963', tmdbId: '9', imdbId };
  return capabilities === '' ? query : { ...query, capabilities };
}

test.each([
  ['segments of MPEG-TS', 'tt2000001', 'HEVC'],
  ['fragments of MP4', 'tt2000002', 'HEVC'],
  ['all declared variants', 'tt2000004', 'HEVC'],
  ['variants that declare nothing', 'tt2000006', 'HEVC'],
  ['all variants with video', 'tt2000009', 'HEVC'],
  ['the declared sound', 'tt2000011', 'AC-3'],
] as const)('a stream that the browser lacks the codec of in %s names it', async (_, id, codec) => {
  const end = await endOf(server.url, await queryOf(id));
  expect(end).toContain(`"code":"unplayableStreams","format":"${codec}"`);
});

test.each([
  ['with a variant that the browser decodes', 'tt2000005', CAPABILITIES],
  ['whose codec the browser decodes', 'tt2000001', 'avc,aac,hevc'],
  ['for a client that tells nothing of itself', 'tt2000001', ''],
  ['with encrypted segments', 'tt2000008', CAPABILITIES],
  // The player reports which audio codec is missing.
  ['that plays without its sound', 'tt2000003', CAPABILITIES],
] as const)('a stream %s is offered', async (_, id, capabilities) => {
  expect(await scrapeSource(server.url, await queryOf(id, capabilities))).toHaveLength(1);
});

test.each([
  ['HEVC', 'tt2000007'],
  ['AC-3 and of one in HEVC', 'tt2000010'],
] as const)('the next stream is offered instead of one in %s', async (_, id) => {
  const [stream, ...others] = await scrapeSource(server.url, await queryOf(id));
  expect(others).toEqual([]);
  if (stream?.type !== 'hls') throw new Error('No playlist is offered.');
  expect(await textOf(stream.playlist)).toContain('EXTINF');
  expect(addon.requests.at(-1)?.url.pathname).toBe('/media/aac.m3u8');
});

test('declared codecs are believed: no segment is read', async () => {
  await endOf(server.url, await queryOf('tt2000004'));
  const read = addon.requests.map(({ url }) => url.pathname);
  expect(read.filter((path) => path.startsWith('/media/'))).toEqual(['/media/only-hevc.m3u8']);
});

const isSegment = ({ url }: { readonly url: URL }): boolean => url.pathname.endsWith('.ts');

test.each(['error', 'html', 'down', 'endless'] as const)(
  'a stream whose segment can’t be read now (%j) is offered all the same',
  async (mode) => {
    addon.behave(mode, isSegment);
    expect(await scrapeSource(server.url, await queryOf('tt2000001'))).toHaveLength(1);
  },
);

test('a slow stream holds up the others only for a moment', async () => {
  addon.behave({ slowMs: 60_000 }, isSegment);
  const started = performance.now();
  expect(await scrapeSource(server.url, await queryOf('tt2000007'))).toHaveLength(2);
  expect(performance.now() - started).toBeLessThan(45_000);
});

test('streams of the manifest are read with their headers, which the answer hides', async () => {
  const query = { id: 'manifest', type: 'movie', title: 'x', releaseYear: '1963' };
  const asked = { ...query, capabilities: CAPABILITIES };
  const end = await endOf(server.url, { ...asked, tmdbId: '1' });
  expect(end).toContain('"code":"unplayableStreams","format":"HEVC"');
  expect(end).not.toContain('"url"');
  expect(end).not.toContain('cellar-key');
  expect(await scrapeSource(server.url, { ...asked, tmdbId: '2' })).toHaveLength(1);
  expect(cellar.count('/films/hevc-0.ts')).toBeGreaterThan(0);
});

async function expectPlaylist(streams: readonly Stream[]): Promise<void> {
  const [stream] = streams;
  if (stream?.type !== 'hls') throw new Error('No playlist is offered.');
  expect(await textOf(stream.playlist)).toContain('EXTINF');
}

test('a stream whose address does not tell its type is known by its content type or its beginning', async () => {
  for (const id of ['tt2000012', 'tt2000014'] as const) {
    await expectPlaylist(await scrapeSource(server.url, await queryOf(id)));
    const [first] = addon.requests.filter(({ url }) => url.pathname.startsWith('/media/'));
    expect(first?.headers['range']).toBe('bytes=0-1023');
    addon.forget();
  }
  const end = await endOf(server.url, await queryOf('tt2000013'));
  expect(end).toContain('"code":"unplayableStreams","format":"HEVC"');
  const query = { id: 'manifest', type: 'movie', title: 'x', releaseYear: '1963', tmdbId: '3' };
  await expectPlaylist(await scrapeSource(server.url, { ...query, capabilities: CAPABILITIES }));
});
