// The operator's media server, from the search for a title to the bytes that a client gets.
import type { Stream } from '@matinee/shared/media/stream';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_ANSWERS } from '../support/fakes/no-answers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import {
  guid,
  ITEMS,
  manyMovies,
  PLAIN_MOVIE,
  type FakeChapter,
  type FakeItem,
} from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia, type JellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { ensureMedia } from '../support/media.ts';
import { pgsOf } from '../support/pgs.ts';
import { audioLines, bytesOf, endOf, scrapeSource, textOf } from '../support/scrape-client.ts';

const LEDGER = { title: "The Lighthouse Keeper's Ledger", releaseYear: '1998', tmdbId: '990001' };
const CHARADE = { title: 'Charade', releaseYear: '1963', tmdbId: '4808' };
const HILLBILLIES = { title: 'The Beverly Hillbillies', releaseYear: '1962', tmdbId: '1930' };

let media: JellyfinMedia;
let jellyfin: FakeJellyfin;
let server: TestApp;

beforeAll(async () => {
  media = await ensureJellyfinMedia(await ensureMedia());
  jellyfin = await startJellyfin({ media, items: ITEMS });
  server = await startTestApp(environmentOf(jellyfin));
  await vi.waitUntil(() => jellyfin.count('/Items') > 0);
});

afterEach(() => {
  jellyfin.behave('normal');
  jellyfin.hold(ITEMS);
  jellyfin.forget();
});

afterAll(async () => {
  await Promise.all([server.close(), jellyfin.close()]);
});

const environmentOf = ({ url, apiKey }: FakeJellyfin) => ({
  JELLYFIN_URL: url,
  JELLYFIN_API_KEY: apiKey,
});

type Query = Readonly<Record<string, string>>;

/** A server and a media server for one test. */
async function open(
  options: Partial<Parameters<typeof startJellyfin>[0]>,
  environment: Query = {},
): Promise<{ app: TestApp; fake: FakeJellyfin }> {
  const fake = await startJellyfin({ media, items: ITEMS, ...options });
  const keys =
    options.product === 'emby'
      ? { EMBY_URL: fake.url, EMBY_API_KEY: fake.apiKey }
      : environmentOf(fake);
  const app = await startTestApp({ ...keys, ...environment });
  onTestFinished(async () => {
    await app.close();
    await fake.close();
  });
  return { app, fake };
}

let minutes = 60;
/** Requested with another runtime each time, so that no response is cached. */
const queryOf = (movie: Query, id = 'jellyfin'): Query => {
  minutes += 1;
  return { id, type: 'movie', runtime: String(minutes), ...movie };
};
const request = (movie: Query, base = server.url, id?: string) =>
  scrapeSource(base, queryOf(movie, id));
const end = (movie: Query, base = server.url) => endOf(base, queryOf(movie));
const NOT_THERE = /^error: \{"name":"NotFoundError"/;

const episode = (season: number, number: number): Query => ({
  ...HILLBILLIES,
  type: 'show',
  seasonNumber: String(season),
  seasonTmdbId: '1',
  episodeNumber: String(number),
  episodeTmdbId: '2',
});

describe('a movie that every browser plays', () => {
  test('is a file in each available size, with ranges', async () => {
    const [stream] = await request(CHARADE);
    if (stream?.type !== 'file') throw new Error('not a file');
    expect(Object.keys(stream.qualities).toSorted()).toEqual(['360', '720']);
    const url = stream.qualities['720']?.url ?? '';
    expect(url.startsWith(`${server.url}/stream/`)).toBe(true);
    const response = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    const movie = await readFile(media.video720);
    expect(Buffer.from(await response.arrayBuffer()).equals(movie.subarray(100, 200))).toBe(true);
  });

  test('has its subtitles', async () => {
    const [stream] = await request(CHARADE);
    const [caption] = stream?.captions ?? [];
    expect(caption).toMatchObject({ type: 'vtt', language: 'en', hasCorsRestrictions: false });
    expect(await textOf(caption?.url)).toBe(await readFile(media.vtt, 'utf8'));
  });
});

describe('a movie with two audio tracks', () => {
  test('is a playlist that offers both, each with its own audio', async () => {
    const [stream] = await request(LEDGER);
    if (stream?.type !== 'hls') throw new Error('the playlist is invalid');
    const master = await textOf(stream.playlist);
    const [english = '', german = ''] = audioLines(master);
    expect(english).toMatch(/NAME="English[^"]*",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES$/);
    expect(german).toMatch(/NAME="Deutsch[^"]*",LANGUAGE="de",DEFAULT=NO,AUTOSELECT=YES,URI="/);
    expect(master).toMatch(/#EXT-X-STREAM-INF:.*,AUDIO="audio"/);

    const main = /^(?!#)\S+$/m.exec(master)?.[0];
    const other = /URI="([^"]+)"/.exec(german)?.[1];
    for (const [path, track] of [
      [main, 1],
      [other, 2],
    ] as const) {
      const playlist = await textOf(new URL(path ?? '', server.url).href);
      const [first = ''] = playlist.split('\n').filter((line) => /^(?!#)\S/.test(line));
      const segment = await bytesOf(new URL(first, server.url).href);
      expect(segment.equals(await readFile(media.segments[track]?.[0] ?? ''))).toBe(true);
    }
  });

  test('has its subtitles in all languages, forced ones last, without image subtitles', async () => {
    const [stream] = await request(LEDGER);
    expect(
      stream?.captions.map(({ id, language, forced, hearingImpaired }) => [
        id.split('-').at(-1),
        language,
        forced ? 'forced' : hearingImpaired ? 'for the deaf' : 'plain',
      ]),
    ).toEqual([
      ['4', 'en', 'plain'],
      ['5', 'fr', 'for the deaf'],
      ['3', 'en', 'forced'],
    ]);
  });

  test('has its image subtitles separately, as on the disc', async () => {
    const [stream] = await request(LEDGER);
    const [track] = stream?.imageCaptions ?? [];
    expect(track).toMatchObject({ type: 'pgs', language: 'de', hasCorsRestrictions: false });
    expect(await bytesOf(track?.url ?? '')).toEqual(pgsOf(2, 30));
    expect(stream?.captions.filter(({ original }) => original)).toMatchObject([{ language: 'fr' }]);
  });

  test('has its own session for each viewer', async () => {
    const [stream] = await request(LEDGER);
    if (stream?.type !== 'hls') throw new Error('the playlist is invalid');
    await Promise.all([textOf(stream.playlist), textOf(stream.playlist)]);
    const sessions = jellyfin.requests
      .filter(({ url }) => url.pathname.endsWith('/master.m3u8'))
      .map(({ url }) => url.searchParams.get('PlaySessionId'));
    expect(new Set(sessions).size).toBe(2);
  });
});

describe('the timeline of a movie', () => {
  const TICKS = 10_000_000;
  const parted: FakeItem = {
    ...PLAIN_MOVIE,
    Id: guid(0xb7),
    ProviderIds: { Tmdb: '778' },
    RunTimeTicks: 3_600.5 * TICKS,
    Chapters: [
      { StartPositionTicks: 600 * TICKS, Name: 'The deal' },
      { StartPositionTicks: 0 },
      { StartPositionTicks: -1, Name: 'before the beginning' },
    ],
    segments: [
      { Type: 'Outro', StartTicks: 3_400 * TICKS, EndTicks: 3_600 * TICKS },
      { Type: 'Intro', StartTicks: 1.5 * TICKS, EndTicks: 30 * TICKS },
      { Type: 'Recap', StartTicks: 50 * TICKS, EndTicks: 50 * TICKS },
      { Type: 'Commercial', StartTicks: 60 * TICKS, EndTicks: 90 * TICKS },
    ],
  };
  const chapters = [
    { start: 0, title: '' },
    { start: 600, title: 'The deal' },
  ];

  /** The movie has another name on the media server, so it is found only after the library has been read. */
  const streamOf = (app: TestApp, id?: string): Promise<Stream> =>
    vi.waitFor(async () => {
      const movie = { title: 'x', releaseYear: '1963', tmdbId: '778' };
      const [stream] = await request(movie, app.url, id);
      if (!stream) throw new Error('The movie was not found.');
      return stream;
    });

  const timelineOf = async (app: TestApp, id?: string): Promise<unknown> => {
    const stream = await streamOf(app, id);
    expect(stream.timeline?.startsWith(`${app.url}/stream/`)).toBe(true);
    return JSON.parse(await textOf(stream.timeline));
  };

  test('has its chapters, and the segments that can be skipped', async () => {
    const { app } = await open({ items: [parted] });
    expect(await timelineOf(app)).toEqual({
      duration: 3_600.5,
      chapters,
      segments: [
        { kind: 'intro', start: 1.5, end: 30 },
        { kind: 'credits', start: 3_400, end: 3_600 },
      ],
    });
  });

  test('has chapters on Emby, and the parts that it marks among them', async () => {
    const marker = (MarkerType: FakeChapter['MarkerType'], seconds: number): FakeChapter => ({
      StartPositionTicks: seconds * TICKS,
      Name: String(MarkerType),
      ...(MarkerType && { MarkerType }),
    });
    const markers = [
      marker('IntroStart', 1.5),
      marker('IntroEnd', 30),
      marker('CreditsStart', 3_400),
    ];
    const item = { ...parted, Chapters: [...(parted.Chapters ?? []), ...markers] };
    const { app, fake } = await open({ items: [item], product: 'emby' });
    expect(await timelineOf(app, 'emby')).toEqual({
      duration: 3_600.5,
      chapters,
      segments: [
        { kind: 'intro', start: 1.5, end: 30 },
        { kind: 'credits', start: 3_400, end: 3_600.5 },
      ],
    });
    expect(fake.count('/MediaSegments')).toBe(0);
  });

  test.each(NO_ANSWERS)('is empty when the media server answers with %j', async (mode) => {
    const { app, fake } = await open({ items: [parted] });
    const { timeline } = await streamOf(app);
    fake.behave(mode);
    expect(JSON.parse(await textOf(timeline))).toEqual({ chapters: [], segments: [] });
  });
});

describe('an episode', () => {
  test.each([
    [1, guid(0xd1)],
    [2, guid(0xd2)],
    // Episodes 2 and 3 are in one file.
    [3, guid(0xd2)],
  ])('%i is found by its numbers', async (number, itemId) => {
    await request(episode(1, number));
    const played = jellyfin.requests.filter(({ url }) => url.pathname.endsWith('/PlaybackInfo'));
    expect(played.map(({ url }) => url.pathname)).toEqual([`/Items/${itemId}/PlaybackInfo`]);
  });

  test.each([
    ['that exists only as metadata', 1, 4],
    ['that does not exist', 1, 9],
    ['of a season that does not exist', 2, 1],
  ])('%s is not found', async (_what, season, number) => {
    expect(await end(episode(season, number))).toMatch(NOT_THERE);
    expect(jellyfin.requests.some(({ url }) => url.pathname.endsWith('/PlaybackInfo'))).toBe(false);
  });
});

describe('another movie', () => {
  test.each([
    ['of the same name', { ...CHARADE, tmdbId: '111' }],
    ['with one IMDb id and another TMDB id', { ...CHARADE, tmdbId: '112', imdbId: 'tt0056923' }],
    ['that is a series on the server', { ...HILLBILLIES }],
  ])('%s is not a match', async (_what, movie) => {
    expect(await end(movie)).toMatch(NOT_THERE);
  });

  test('that was added after the library was read is found by its name', async () => {
    const fresh = {
      ...PLAIN_MOVIE,
      Id: guid(0xe1),
      Name: 'Late One',
      ProviderIds: { Tmdb: '777' },
    };
    jellyfin.hold([...ITEMS, fresh]);
    expect(await request({ title: 'Late One', releaseYear: '2020', tmdbId: '777' })).toHaveLength(
      1,
    );
  });
});

test('ten thousand movies are read page by page, and each is found under any name', async () => {
  const { app, fake } = await open({ items: manyMovies(10_000) });
  await vi.waitFor(() => expect(fake.count('/Items')).toBe(20), { timeout: 20_000 });
  await vi.waitFor(async () => {
    const movie = { title: 'Otherwise', releaseYear: '2001' };
    expect(await request({ ...movie, tmdbId: '5009999' }, app.url)).toHaveLength(1);
    expect(await end({ ...movie, tmdbId: '1', imdbId: 'tt9000000' }, app.url)).toMatch(NOT_THERE);
  });
});

test('Emby is searched by ids for what was added since its library was read, and plays', async () => {
  const { app, fake } = await open({ product: 'emby', prefix: '/emby', items: [] });
  await vi.waitFor(() => expect(fake.count('/emby/Items')).toBe(1));
  fake.hold(ITEMS);
  const [stream] = await request(LEDGER, app.url, 'emby');
  const asked = fake.requests.map(({ url }) => url.searchParams.get('AnyProviderIdEquals'));
  expect(asked).toContain('tmdb.990001');
  if (stream?.type !== 'hls') throw new Error('the playlist is invalid');
  expect(audioLines(await textOf(stream.playlist))).toHaveLength(2);
});

test('a media server behind a path of a reverse proxy is found too', async () => {
  const { app } = await open({ prefix: '/jellyfin' });
  const [stream] = await request(LEDGER, app.url);
  if (stream?.type !== 'hls') throw new Error('the playlist is invalid');
  expect(audioLines(await textOf(stream.playlist))).toHaveLength(2);
  expect(await textOf(stream.captions[0]?.url)).toContain('WEBVTT');
});

test('without the relay it is neither requested nor listed', async () => {
  const { app, fake } = await open({}, { STREAM_RELAY: 'off' });
  expect(await textOf(`${app.url}/metadata`)).not.toContain('jellyfin');
  expect(fake.count()).toBe(0);
});

describe('a faulty media server', () => {
  test.each(NO_ANSWERS)('is a failure when it answers with %j', async (mode) => {
    jellyfin.behave(mode);
    expect(await end(CHARADE)).toMatch(/^error: .*"name":"(?!NotFoundError)/);
    await vi.waitFor(() => expect(jellyfin.open()).toBe(0));
  });

  test('that refuses the key is reported as such, and the key is not revealed', async () => {
    const { app, fake } = await open({}, { JELLYFIN_API_KEY: 'wrong key' });
    expect(await end(CHARADE, app.url)).toContain('Jellyfin rejected the API key');
    expect(fake.requests[0]?.headers.authorization).toContain('Token="wrong%20key"');
    await vi.waitFor(() => expect(app.log.join('\n')).toContain('not readable'));
    expect(app.log.join('\n')).not.toContain('wrong');
  });

  test.each(['endless', { slowMs: 600_000 }] as const)(
    'is aborted when the viewer leaves: %j',
    async (mode) => {
      const { app, fake } = await open({});
      // Titles, episodes, then seasons.
      await vi.waitFor(() => expect(fake.count('/Items')).toBe(3));
      fake.behave(mode);
      const leaving = new AbortController();
      const query = new URLSearchParams(queryOf(CHARADE)).toString();
      await fetch(`${app.url}/scrape/source?${query}`, { signal: leaving.signal });
      await vi.waitFor(() => expect(fake.open()).toBeGreaterThan(0));
      leaving.abort();
      await vi.waitFor(() => expect(fake.open()).toBe(0));
    },
  );

  test('is notified of the end of playback when the server stops', async () => {
    const fake = await startJellyfin({ media, items: ITEMS });
    const app = await startTestApp(environmentOf(fake));
    const [stream] = await request(LEDGER, app.url);
    if (stream?.type !== 'hls') throw new Error('the playlist is invalid');
    const lineOf = (playlist: string) => /^(?!#)\S+$/m.exec(playlist)?.[0] ?? '';
    const main = await textOf(new URL(lineOf(await textOf(stream.playlist)), app.url).href);
    await bytesOf(new URL(lineOf(main), app.url).href);
    expect(fake.encoding()).toHaveLength(1);
    await app.close();
    expect(fake.encoding()).toEqual([]);
    await fake.close();
  });

  test('does not prevent the server from stopping', async () => {
    const fake = await startJellyfin({ media, items: ITEMS });
    fake.behave({ slowMs: 600_000 });
    const app = await startTestApp(environmentOf(fake));
    await vi.waitFor(() => expect(fake.open()).toBe(1));
    await app.close();
    await vi.waitFor(() => expect(fake.open()).toBe(0));
    await fake.close();
  });
});
