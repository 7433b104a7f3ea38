// Files of add-ons and of the manifest that a browser doesn't play: the server converts them on the way.
import type { Stream } from '@matinee/shared/media/stream';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ensureContainerMedia } from '../support/container-media.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { startManifestHost, type ManifestHost } from '../support/fakes/manifest.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';
import { bytesOf, endOf, scrapeSource, textOf } from '../support/scrape-client.ts';

const HEADERS = { 'X-Shelf': 'shelf-key' };
const NEEDS_HEADERS = { behaviorHints: { notWebReady: true, proxyHeaders: { request: HEADERS } } };
const IDS = { mkv: 'tt1000001', mp4: 'tt1000002', avi: 'tt1000003', hevc: 'tt1000004' } as const;
const TRAP = 'tt1000005';
const NOISE = 'tt1000006';
const LARGE = 'tt1000007';
const BLOCK_BYTES = 256 * 1024;
const CAPABILITIES = 'avc,aac';

let folder: string;
let addon: Fake;
let cellar: ManifestHost;
/** Serves a file to everyone. */
let shop: Fake;
let server: TestApp;
let plainServer: TestApp;
/** Reads each file again for each search. */
let uncachedServer: TestApp;

beforeAll(async () => {
  const [media, containers] = [await ensureMedia(), await ensureContainerMedia()];
  folder = await mkdtemp(join(tmpdir(), 'matinee-remote-'));
  const source = join(containers, 'ac3.mkv');
  for (const [name, codec] of [
    ['ac3.mp4', 'copy'],
    ['old.avi', 'mpeg4'],
  ] as const) {
    const output = ['-c:v', codec, '-c:a', 'copy', '-t', '10', join(folder, name)];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', source, ...output]);
  }
  const languages = '-map 0:v -map 0:a -map 0:a -metadata:s:a:0 language=eng';
  const large = `-v error -i ${source} -t 10 ${languages} -s 848x480 -c:v libx264 -preset ultrafast`;
  const largeFile = join(folder, 'large.mp4');
  await promisify(execFile)('ffmpeg', [...large.split(' '), '-g', '50', '-c:a', 'aac', largeFile]);
  const noise = ['-f', 'lavfi', '-i', 'nullsrc=s=320x180:r=25:d=12,geq=random(1)*255:128:128'];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '8M', '-g', '50'];
  const noisy = join(folder, 'noise.mkv');
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...noise, ...encoding, noisy]);
  const files = {
    'noise.mkv': noisy,
    'large.mp4': largeFile,
    'ac3.mkv': source,
    'ac3.mp4': join(folder, 'ac3.mp4'),
    'old.avi': join(folder, 'old.avi'),
    'hevc-aac.mkv': join(containers, 'hevc-aac.mkv'),
  };
  shop = await startFake(() => ({ file: files['hevc-aac.mkv'] }));
  cellar = await startManifestHost(
    media,
    {
      version: 1,
      name: 'The cellar',
      movies: [
        { tmdbId: 2, streams: [{ url: `${shop.url}/hevc.mkv` }] },
        {
          tmdbId: 3,
          streams: [{ url: '../films/hevc-aac.mkv', headers: { 'X-Key': 'cellar-key' } }],
        },
        { tmdbId: 1, streams: [{ url: '../films/ac3.mkv', headers: { 'X-Key': 'cellar-key' } }] },
        { tmdbId: 4, streams: [{ url: '../films/large.mp4', headers: { 'X-Key': 'cellar-key' } }] },
      ],
    },
    'cellar-key',
    files,
  );
  addon = await startStremio({
    media,
    files,
    streams: {
      [`movie/${IDS.mkv}`]: [{ file: 'ac3.mkv', ...NEEDS_HEADERS }],
      [`movie/${IDS.mp4}`]: [{ file: 'ac3.mp4', ...NEEDS_HEADERS }],
      [`movie/${IDS.avi}`]: [{ file: 'old.avi', ...NEEDS_HEADERS }],
      [`movie/${IDS.hevc}`]: [{ file: 'hevc-aac.mkv', ...NEEDS_HEADERS }],
      [`movie/${LARGE}`]: [{ file: 'large.mp4', ...NEEDS_HEADERS }],
      [`movie/${NOISE}`]: [{ file: 'noise.mkv', ...NEEDS_HEADERS }],
      // The cellar belongs to the operator.
      [`movie/${TRAP}`]: [{ url: new URL('/films/ac3.mkv', cellar.manifestUrl).href }],
    },
    demands: { name: 'x-shelf', value: 'shelf-key' },
  });
  const env = {
    STREMIO_ADDONS: `${addon.url}/shelf/manifest.json`,
    MANIFEST: cellar.manifestUrl,
    OPERATOR_ALLOWED_HOSTS: shop.host,
  };
  server = await startTestApp(env);
  plainServer = await startTestApp({ ...env, TRANSCODE: 'off' });
  uncachedServer = await startTestApp({ ...env, SCRAPE_CACHE: 'off' });
}, 120_000);

afterAll(async () => {
  const servers = [server, plainServer, uncachedServer, addon, cellar, shop];
  await Promise.all(servers.map((each) => each.close()));
  await rm(folder, { recursive: true });
});

afterEach(() => {
  addon.behave('normal');
  addon.forget();
  cellar.forget();
});

async function addonId({ url }: TestApp): Promise<string> {
  const text = await textOf(`${url}/metadata`);
  return /stremio-\w+/.exec(text)?.[0] ?? '';
}

async function queryOf(app: TestApp, imdbId: string, capabilities = CAPABILITIES) {
  const id = await addonId(app);
  return { id, type: 'movie', title: 'x', releaseYear: '1963', tmdbId: '9', imdbId, capabilities };
}

const fromAddon = async (app: TestApp, imdbId: string, capabilities?: string): Promise<Stream[]> =>
  await scrapeSource(app.url, await queryOf(app, imdbId, capabilities));

/** Reads the playlists and the first segment; returns the master playlist. */
async function expectPlayable(stream: Stream | undefined, segmentType: RegExp): Promise<string> {
  if (stream?.type !== 'hls') throw new Error(`Not a playlist: ${JSON.stringify(stream)}`);
  return await expectPlaylist(stream.playlist, segmentType);
}

async function expectPlaylist(playlist: string, segmentType: RegExp): Promise<string> {
  const master = await textOf(playlist);
  const address = (text: string, pattern: RegExp): string =>
    new URL(pattern.exec(text)?.[0] ?? '', playlist).href;
  const media = await textOf(address(master, /^[^#\n].*$/m));
  expect(media).toContain('#EXT-X-ENDLIST');
  const segment = await bytesOf(address(media, /^[^#\n].*$/m));
  expect(segment.toString('latin1')).toMatch(segmentType);
  return master;
}

test.each([
  ['with ffmpeg', () => server],
  ['without ffmpeg', () => plainServer],
])('an mkv with AC-3 of an add-on plays %s, and its address stays hidden', async (_, app) => {
  const [stream] = await fromAddon(app(), IDS.mkv);
  const master = await expectPlayable(stream, /moof/);
  expect(master).toContain('mp4a.40.2');
  expect(JSON.stringify(stream) + master).not.toContain(addon.host);
  const files = addon.requests.filter(({ url }) => url.pathname === '/media/ac3.mkv');
  expect(files.length).toBeGreaterThan(1);
  for (const { headers } of files) {
    expect(headers).toMatchObject({ 'x-shelf': 'shelf-key' });
    expect(headers['range']).toMatch(/^bytes=\d+-\d+$/);
  }
  // Its server may limit how often it redirects.
  expect(addon.count('/resolve/')).toBeLessThan(3);
});

test('the first cluster of a file is read once for its playlists and its first segment', async () => {
  const [stream] = await fromAddon(server, NOISE);
  await expectPlayable(stream, /moof/);
  const clusters = addon.requests
    .filter(({ url }) => url.pathname === '/media/noise.mkv')
    .map(({ headers }) => /^bytes=(\d+)-(\d+)$/.exec(String(headers['range'])))
    .filter((range) => Number(range?.[1]) < BLOCK_BYTES && Number(range?.[2]) > 4 * BLOCK_BYTES);
  expect(clusters).toHaveLength(1);
});

test('an mp4 is converted only for browsers that lack its sound', async () => {
  const [converted] = await fromAddon(server, IDS.mp4);
  await expectPlayable(converted, /moof/);
  const [direct] = await fromAddon(server, IDS.mp4, 'avc,aac,ac3');
  expect(direct?.type).toBe('file');
});

const fromManifest = async (app: TestApp, tmdbId: string): Promise<Stream[]> => {
  const query = { id: 'manifest', type: 'movie', title: 'x', releaseYear: '1963', tmdbId };
  return await scrapeSource(app.url, { ...query, capabilities: CAPABILITIES });
};

test.each([
  ['an add-on', (app: TestApp) => fromAddon(app, LARGE)],
  ['the manifest', (app: TestApp) => fromManifest(app, '4')],
])(
  'an mp4 of %s that plays as it is has lower qualities, and all its sound tracks',
  async (_, find) => {
    const [stream] = await find(server);
    if (stream?.type !== 'file') throw new Error(`Not a file: ${JSON.stringify(stream)}`);
    expect(Object.keys(stream.qualities)).toEqual(['480']);
    const { lowerQualities = {} } = stream;
    expect(Object.keys(lowerQualities)).toEqual(['360', '480']);
    const texts = [JSON.stringify(stream)];
    for (const { url } of Object.values(lowerQualities)) {
      const master = await expectPlaylist(url, /moof/);
      expect(master.match(/TYPE=AUDIO/g)).toHaveLength(2);
      texts.push(master);
    }
    for (const secret of ['shelf-key', 'cellar-key', addon.host, cellar.host]) {
      expect(texts.join('')).not.toContain(secret);
    }
    const [plain] = await find(plainServer);
    const left = plain?.type === 'file' ? plain.lowerQualities : undefined;
    expect(Object.keys(left ?? {})).toEqual(['480']);
  },
);

test('an avi of an add-on is encoded by ffmpeg', async () => {
  const [stream] = await fromAddon(server, IDS.avi);
  await expectPlayable(stream, /moof/);
});

test('what neither the browser nor the server plays is named', async () => {
  const end = await endOf(plainServer.url, await queryOf(plainServer, IDS.hevc));
  expect(end).toContain('"code":"unplayableStreams","format":"HEVC"');
});

test('a file of the manifest that nothing here plays has a link for another player', async () => {
  const query = { id: 'manifest', type: 'movie', title: 'x', releaseYear: '1963' };
  const asked = { ...query, capabilities: CAPABILITIES };
  const end = await endOf(plainServer.url, { ...asked, tmdbId: '2' });
  expect(end).toContain('"code":"unplayableFile","format":"HEVC"');
  const link = /"url":"(http[^"]+)"/.exec(end)?.[1];
  expect(link).not.toContain(shop.host);
  expect((await bytesOf(link)).subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  // A link can't carry the required headers.
  const secret = await endOf(plainServer.url, { ...asked, tmdbId: '3' });
  expect(secret).toContain('"code":"unplayableFile","format":"HEVC"');
  expect(secret).not.toContain('"url"');
});

test('an mkv of the manifest plays with its secret headers', async () => {
  const [stream] = await fromManifest(server, '1');
  await expectPlayable(stream, /moof/);
  expect(JSON.stringify(stream)).not.toContain('cellar-key');
  expect(cellar.count('/films/ac3.mkv')).toBeGreaterThan(1);
});

test("an add-on's file on a server of the operator is never read", async () => {
  expect(await fromAddon(server, TRAP)).toEqual([]);
  expect(cellar.count('/films/')).toBe(0);
});

test.each(['error', 'html', 'down', { stallsAfter: 1_000 }] as const)(
  'a file whose server misbehaves (%j) is not offered',
  async (mode) => {
    addon.behave(mode, ({ url }) => url.pathname.startsWith('/media/'));
    expect(await fromAddon(uncachedServer, IDS.mkv)).toEqual([]);
  },
);
