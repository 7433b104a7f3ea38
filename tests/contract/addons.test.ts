// Sources that the operator adds: PeerTube, add-ons and a manifest, working and faulty.
import { ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import type { Stream } from '@matinee/shared/media/stream';
import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { NO_ANSWERS } from '../support/fakes/no-answers.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startManifestHost, type ManifestHost } from '../support/fakes/manifest.ts';
import { startPeertube } from '../support/fakes/peertube.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';

const FRIDAY = movie('His Girl Friday', 1940, '3085', 'tt0032599');
const DETOUR = movie('Detour', 1945, '20367', 'tt0037638');
const LEDGER = movie("The Lighthouse Keeper's Ledger", 1998, '990001', 'tt9900001');

const LIST = {
  version: 1,
  name: 'The cellar',
  movies: [
    {
      tmdbId: 20367,
      rights: 'Public domain (US)',
      streams: [
        { url: '../films/720.mp4', quality: '720', headers: { 'X-Key': 'cellar-key' } },
        { url: '../films/360.mp4', quality: '360', headers: { 'X-Key': 'cellar-key' } },
      ],
      captions: [{ lang: 'en', url: '../films/en.vtt' }],
    },
  ],
};

const SHAPES = [
  ['both', ['hls', 'file']],
  ['files', ['file']],
  ['hls', ['hls']],
  ['split', ['hls']],
] as const;

let peertube: Fake;
let addon: Fake;
let cellar: ManifestHost;
let server: TestApp;
let addonId: string;

beforeAll(async () => {
  const media = await ensureMedia();
  [peertube, addon, cellar] = await Promise.all([
    startPeertube({
      media,
      knownAs: 'films.example.org',
      videos: [
        {
          uuid: '5b0b8c3e-2f1d-4b8e-9d63-0d2a8f0e6a11',
          shortUuid: 'bPq3N1yHq4Cw5uS2',
          name: "The Lighthouse Keeper's Ledger (open movie)",
          seconds: 6_060,
          licence: 1,
          shape: 'both',
          hasCaptions: true,
          publisher: { name: 'ledger', displayName: 'Ledger Films' },
        },
        ...SHAPES.map(([shape], at) => ({
          uuid: `5b0b8c3e-2f1d-4b8e-9d63-0d2a8f0e6b0${at}`,
          shortUuid: `bPq3N1yHq4Cw5uS${at + 3}`,
          name: `A Film in the Shape of ${shape}`,
          seconds: 6_060,
          licence: 7,
          shape,
        })),
      ],
    }),
    startStremio({
      media,
      streams: {
        'movie/tt0032599': [
          { infoHash: 'a'.repeat(40) },
          { name: 'Shelf 720p', plays: 'file720' },
          { name: 'Shelf 360p', plays: 'file360' },
        ],
        // The cellar belongs to the operator.
        get 'movie/tt0037638'() {
          return [{ name: 'Trap 720p', url: new URL('/films/720.mp4', cellar.manifestUrl).href }];
        },
      },
    }),
    startManifestHost(media, LIST, 'cellar-key'),
  ]);
  server = await startTestApp({
    PEERTUBE_INSTANCES: 'films.example.org',
    PEERTUBE_HOSTS: `films.example.org=${peertube.url}`,
    STREMIO_ADDONS: `${addon.url}/shelf/manifest.json`,
    MANIFEST: cellar.manifestUrl,
    // No other service may respond, or be requested.
    INTERNET_ARCHIVE_URL: `${addon.url}/archive`,
  });
  await vi.waitFor(async () => {
    const names = [...(await sourceNames()).values()];
    const isReady = names.includes('The cellar') && names.includes('Public Domain Shelf');
    if (!isReady) throw new Error(`Only ${names.join()} are there`);
  }, 30_000);
  addonId = [...(await sourceNames()).keys()].find((id) => id.startsWith('stremio-')) ?? '';
});

afterEach(() => {
  for (const fake of [peertube, addon, cellar]) {
    fake.behave('normal');
    fake.forget();
  }
});

afterAll(async () => {
  await server.close();
  await Promise.all([peertube, addon, cellar].map((fake) => fake.close()));
});

function movie(title: string, year: number, tmdbId: string, imdbId: string): URLSearchParams {
  const releaseYear = String(year);
  return new URLSearchParams({ type: 'movie', title, releaseYear, tmdbId, imdbId, runtime: '101' });
}

async function sourceNames(): Promise<Map<string, string>> {
  const page = await (await fetch(`${server.url}/metadata`)).text();
  const rows = page.matchAll(/"id":"([^"]+)","rank":\d+,"name":"([^"]+)"/g);
  return new Map([...rows].map(([, id = '', name = '']) => [id, name]));
}

test('addresses from an add-on do not reach the operator’s private services', async () => {
  const { end } = await run(addonId, DETOUR);
  expect(end.type).toBe('error');
  expect(cellar.requests.map(({ url }) => url.pathname)).not.toContain('/films/720.mp4');
});

/** Everything that a client gets from the run of one source, and its result. */
async function run(id: string, query: URLSearchParams) {
  const response = await fetch(`${server.url}/scrape/source?id=${id}&${query}`);
  const reported = await response.text();
  const [, type, data = ''] = /event: (completed|error)\ndata: (.*)/.exec(reported) ?? [];
  return { reported, end: ScrapeSourceEvent.parse({ ...JSON.parse(data), type }) };
}

async function streamOf(id: string, query: URLSearchParams): Promise<Stream | undefined> {
  const { end } = await run(id, query);
  return end.type === 'completed' ? end.stream?.[0] : undefined;
}

describe('a movie', () => {
  test('from a PeerTube instance has its playlist, files, captions and license', async () => {
    const { end } = await run('peertube', LEDGER);
    expect(end).toMatchObject({
      type: 'completed',
      stream: [
        {
          type: 'hls',
          captions: [{ language: 'en' }],
          attribution: { text: expect.stringContaining('Ledger Films'), licence: 'CC BY' },
        },
        { type: 'file', qualities: { 720: {}, 360: {} } },
      ],
    });
  });

  test.each(SHAPES)('of PeerTube with %s plays from what is available', async (shape, kinds) => {
    const { end } = await run(
      'peertube',
      movie(`A Film in the Shape of ${shape}`, 2001, '77', 'tt77'),
    );
    const streams = end.type === 'completed' ? (end.stream ?? []) : [];
    expect(streams.map(({ type }) => type)).toEqual(kinds);
  });

  test('from an add-on has the qualities that the add-on lists, and its captions', async () => {
    const stream = await streamOf(addonId, FRIDAY);
    expect(stream).toMatchObject({
      type: 'file',
      qualities: { 720: {}, 360: {} },
      captions: [{ language: 'en' }, { language: 'fr' }],
      attribution: { text: 'Public Domain Shelf' },
    });
    // It is in the private network, which remote clients cannot reach.
    expect(JSON.stringify(stream)).not.toContain(addon.host);
    if (stream?.type !== 'file') throw new Error('That is no file');
    const part = await fetch(stream.qualities['720']?.url ?? '', {
      headers: { range: 'bytes=4-7' },
    });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect(addon.count('/media/film-720.mp4')).toBeGreaterThan(0);
    const captions = await fetch(stream.captions[0]?.url ?? '');
    expect(captions.status).toBe(200);
  });

  test('from a manifest plays through the relay, which reveals no key and no address', async () => {
    const { reported, end } = await run('manifest', DETOUR);
    expect(reported).not.toContain(cellar.host);
    expect(reported).not.toContain('cellar-key');
    const stream = end.type === 'completed' ? end.stream?.[0] : undefined;
    if (stream?.type !== 'file') throw new Error('That is no file');
    expect(Object.keys(stream.qualities)).toEqual(['360', '720']);
    expect(stream.attribution).toMatchObject({ licence: 'Public domain (US)' });
    const part = await fetch(stream.qualities['720']?.url ?? '', {
      headers: { range: 'bytes=4-7' },
    });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('ftyp');
    const captions = await fetch(stream.captions[0]?.url ?? '');
    expect(await captions.text()).toMatch(/^WEBVTT/);
  });

  test('that is new in the manifest is found after the next read', async () => {
    cellar.publish({ ...LIST, movies: [{ tmdbId: 1, streams: [{ url: 'x' }] }] });
    // It is still the first version: an address is read again every few minutes.
    expect(await streamOf('manifest', DETOUR)).toBeDefined();
    cellar.publish(LIST);
  });
});

let year = 1_000;
/** The relay caches results, so each test requests another year. */
function anew(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams({ ...Object.fromEntries(query), releaseYear: String((year += 1)) });
}

const SERVICES: readonly [string, () => Fake, () => string, URLSearchParams][] = [
  ['PeerTube', () => peertube, () => 'peertube', LEDGER],
  ['an add-on', () => addon, () => addonId, FRIDAY],
  ['a list', () => cellar, () => 'manifest', DETOUR],
];

describe.each(SERVICES)('%s', (_, fake, id, query) => {
  test.each(NO_ANSWERS)(
    'that is %j gives no result, and leaves no connection open',
    async (mode) => {
      expect((await run(id(), anew(query))).end.type).toBe('completed');
      fake().behave(mode);
      expect((await run(id(), anew(query))).end.type).toBe('error');
      expect(fake().count()).toBeGreaterThan(1);
      await expect.poll(() => fake().open()).toBe(0);
    },
  );

  test('whose files have the type of a page is not found', async () => {
    fake().behave('mislabelled');
    const { reported } = await run(id(), anew(query));
    expect(reported).not.toContain('"type":"file"');
  });
});

test.each(['endless', { slowMs: 60_000 }] as const)(
  'a service that is %j is aborted when the viewer leaves',
  async (mode) => {
    peertube.behave(mode);
    addon.behave(mode);
    const both = movie("The Lighthouse Keeper's Ledger", 1998, '990001', 'tt0032599');
    const leaving = get(`${server.url}/scrape?${anew(both)}`);
    leaving.on('error', () => undefined);
    await expect.poll(() => peertube.open() > 0 && addon.open() > 0).toBe(true);
    leaving.destroy();
    await expect.poll(() => peertube.open() + addon.open()).toBe(0);
  },
);
