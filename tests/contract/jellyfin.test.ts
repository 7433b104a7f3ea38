// The operator's own media server, from the question for a title to the bytes that a visitor gets of it.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_ANSWERS } from '../support/fakes/no-answers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import { guid, ITEMS, manyFilms, PLAIN_FILM } from '../support/fakes/jellyfin-items.ts';
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
): Promise<{ there: TestApp; fake: FakeJellyfin }> {
  const fake = await startJellyfin({ media, items: ITEMS, ...options });
  const keys =
    options.product === 'emby'
      ? { EMBY_URL: fake.url, EMBY_API_KEY: fake.apiKey }
      : environmentOf(fake);
  const there = await startTestApp({ ...keys, ...environment });
  onTestFinished(async () => {
    await there.close();
    await fake.close();
  });
  return { there, fake };
}

let minutes = 60;
/** Asked for with another runtime each time, so that no answer comes from the cache. */
const queryOf = (film: Query, id = 'jellyfin'): Query => {
  minutes += 1;
  return { id, type: 'movie', runtime: String(minutes), ...film };
};
const request = (film: Query, base = server.url, id?: string) =>
  scrapeSource(base, queryOf(film, id));
const end = (film: Query, base = server.url) => endOf(base, queryOf(film));
const NOT_THERE = /^error: \{"name":"NotFoundError"/;

const episode = (season: number, number: number): Query => ({
  ...HILLBILLIES,
  type: 'show',
  seasonNumber: String(season),
  seasonTmdbId: '1',
  episodeNumber: String(number),
  episodeTmdbId: '2',
});

describe('a film that every browser plays', () => {
  test('is a file in each size that there is, served in parts', async () => {
    const [stream] = await request(CHARADE);
    if (stream?.type !== 'file') throw new Error('not a file');
    expect(Object.keys(stream.qualities).toSorted()).toEqual(['360', '720']);
    const url = stream.qualities['720']?.url ?? '';
    expect(url.startsWith(`${server.url}/stream/`)).toBe(true);
    const response = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    const film = await readFile(media.film720);
    expect(Buffer.from(await response.arrayBuffer()).equals(film.subarray(100, 200))).toBe(true);
  });

  test('brings its subtitles', async () => {
    const [stream] = await request(CHARADE);
    const [caption] = stream?.captions ?? [];
    expect(caption).toMatchObject({ type: 'vtt', language: 'en', hasCorsRestrictions: false });
    expect(await textOf(caption?.url)).toBe(await readFile(media.vtt, 'utf8'));
  });
});

describe('a film with two audio tracks', () => {
  test('is a playlist that offers both, each with its own sound', async () => {
    const [stream] = await request(LEDGER);
    if (stream?.type !== 'hls') throw new Error('not a playlist');
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

  test('has its subtitles in all languages, the forced ones last, without those that are pictures', async () => {
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

  test('has subtitles that are pictures apart, as they are on the disc', async () => {
    const [stream] = await request(LEDGER);
    const [track] = stream?.imageCaptions ?? [];
    expect(track).toMatchObject({ type: 'pgs', language: 'de', hasCorsRestrictions: false });
    expect(await bytesOf(track?.url ?? '')).toEqual(pgsOf(2, 30));
    expect(stream?.captions.filter(({ original }) => original)).toMatchObject([{ language: 'fr' }]);
  });

  test('is a session of its own for each viewer', async () => {
    const [stream] = await request(LEDGER);
    if (stream?.type !== 'hls') throw new Error('not a playlist');
    await Promise.all([textOf(stream.playlist), textOf(stream.playlist)]);
    const sessions = jellyfin.requests
      .filter(({ url }) => url.pathname.endsWith('/master.m3u8'))
      .map(({ url }) => url.searchParams.get('PlaySessionId'));
    expect(new Set(sessions).size).toBe(2);
  });
});

describe('an episode', () => {
  test.each([
    [1, guid(0xd1)],
    [2, guid(0xd2)],
    // Both are in one file.
    [3, guid(0xd2)],
  ])('%i is found by its numbers', async (number, itemId) => {
    await request(episode(1, number));
    const played = jellyfin.requests.filter(({ url }) => url.pathname.endsWith('/PlaybackInfo'));
    expect(played.map(({ url }) => url.pathname)).toEqual([`/Items/${itemId}/PlaybackInfo`]);
  });

  test.each([
    ['that the server only knows of', 1, 4],
    ['that nobody made', 1, 9],
    ['of a season that is not there', 2, 1],
  ])('%s is not there', async (_what, season, number) => {
    expect(await end(episode(season, number))).toMatch(NOT_THERE);
    expect(jellyfin.requests.some(({ url }) => url.pathname.endsWith('/PlaybackInfo'))).toBe(false);
  });
});

describe('another film', () => {
  test.each([
    ['of the same name', { ...CHARADE, tmdbId: '111' }],
    ['with one IMDb id and another TMDB id', { ...CHARADE, tmdbId: '112', imdbId: 'tt0056923' }],
    ['that is a series there', { ...HILLBILLIES }],
  ])('%s is not taken for it', async (_what, film) => {
    expect(await end(film)).toMatch(NOT_THERE);
  });

  test('that came after the library was read is found by its name', async () => {
    const fresh = { ...PLAIN_FILM, Id: guid(0xe1), Name: 'Late One', ProviderIds: { Tmdb: '777' } };
    jellyfin.hold([...ITEMS, fresh]);
    expect(await request({ title: 'Late One', releaseYear: '2020', tmdbId: '777' })).toHaveLength(
      1,
    );
  });
});

test('ten thousand movies are read page by page, and each is found whatever it is called', async () => {
  const { there, fake } = await open({ items: manyFilms(10_000) });
  await vi.waitFor(() => expect(fake.count('/Items')).toBe(20), { timeout: 20_000 });
  await vi.waitFor(async () => {
    const film = { title: 'Otherwise', releaseYear: '2001' };
    expect(await request({ ...film, tmdbId: '5009999' }, there.url)).toHaveLength(1);
    expect(await end({ ...film, tmdbId: '1', imdbId: 'tt9000000' }, there.url)).toMatch(NOT_THERE);
  });
});

test('Emby is asked for ids, and plays as well', async () => {
  const { there, fake } = await open({ product: 'emby', prefix: '/emby' });
  const [stream] = await request(LEDGER, there.url, 'emby');
  expect(fake.requests[0]?.url.searchParams.get('AnyProviderIdEquals')).toBe('tmdb.990001');
  if (stream?.type !== 'hls') throw new Error('not a playlist');
  expect(audioLines(await textOf(stream.playlist))).toHaveLength(2);
});

test('behind a reverse proxy with a path it is found too', async () => {
  const { there } = await open({ prefix: '/jellyfin' });
  const [stream] = await request(LEDGER, there.url);
  if (stream?.type !== 'hls') throw new Error('not a playlist');
  expect(audioLines(await textOf(stream.playlist))).toHaveLength(2);
  expect(await textOf(stream.captions[0]?.url)).toContain('WEBVTT');
});

test('where nothing is relayed it is neither asked nor named', async () => {
  const { there, fake } = await open({}, { STREAM_RELAY: 'off' });
  expect(await textOf(`${there.url}/metadata`)).not.toContain('jellyfin');
  expect(fake.count()).toBe(0);
});

describe('a media server that misbehaves', () => {
  test.each(NO_ANSWERS)('is a failure when it answers with %j', async (mode) => {
    jellyfin.behave(mode);
    expect(await end(CHARADE)).toMatch(/^error: .*"name":"(?!NotFoundError)/);
    await vi.waitFor(() => expect(jellyfin.open()).toBe(0));
  });

  test('that refuses the key says so, and the key is not told', async () => {
    const { there, fake } = await open({}, { JELLYFIN_API_KEY: 'wrong key' });
    expect(await end(CHARADE, there.url)).toContain('Jellyfin refuses the key');
    expect(fake.requests[0]?.headers.authorization).toContain('Token="wrong%20key"');
    await vi.waitFor(() => expect(there.log.join('\n')).toContain('not readable'));
    expect(there.log.join('\n')).not.toContain('wrong');
  });

  test.each(['endless', { slowMs: 600_000 }] as const)(
    'is left when the visitor leaves: %j',
    async (mode) => {
      const { there, fake } = await open({});
      await vi.waitFor(() => expect(fake.count('/Items')).toBe(1));
      fake.behave(mode);
      const leaving = new AbortController();
      const query = new URLSearchParams(queryOf(CHARADE)).toString();
      await fetch(`${there.url}/scrape/source?${query}`, { signal: leaving.signal });
      await vi.waitFor(() => expect(fake.open()).toBeGreaterThan(0));
      leaving.abort();
      await vi.waitFor(() => expect(fake.open()).toBe(0));
    },
  );

  test('is told that nobody watches any more when the server stops', async () => {
    const fake = await startJellyfin({ media, items: ITEMS });
    const there = await startTestApp(environmentOf(fake));
    const [stream] = await request(LEDGER, there.url);
    if (stream?.type !== 'hls') throw new Error('not a playlist');
    const lineOf = (playlist: string) => /^(?!#)\S+$/m.exec(playlist)?.[0] ?? '';
    const main = await textOf(new URL(lineOf(await textOf(stream.playlist)), there.url).href);
    await bytesOf(new URL(lineOf(main), there.url).href);
    expect(fake.encoding()).toHaveLength(1);
    await there.close();
    expect(fake.encoding()).toEqual([]);
    await fake.close();
  });

  test('does not keep a server from stopping', async () => {
    const fake = await startJellyfin({ media, items: ITEMS });
    fake.behave({ slowMs: 600_000 });
    const there = await startTestApp(environmentOf(fake));
    await vi.waitFor(() => expect(fake.open()).toBe(1));
    await there.close();
    await vi.waitFor(() => expect(fake.open()).toBe(0));
    await fake.close();
  });
});
