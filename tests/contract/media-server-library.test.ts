// Titles of Jellyfin, Emby and the manifest: listed, searched, shown, played, and kept while servers are away.
import {
  checkLibraryTitles,
  getLibrarySummary,
  listLibraryTitles,
  listOwnSources,
} from '@matinee/shared/contract/library';
import { readFile } from 'node:fs/promises';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startFake } from '../support/fakes/http.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import {
  guid,
  HOME_VIDEO,
  ITEMS,
  manyMovies,
  PLAIN_MOVIE,
  SERIES,
  type FakeItem,
} from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia, type JellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { startManifestHost } from '../support/fakes/manifest.ts';
import { register } from '../support/identity.ts';
import { createOperatorLibrary } from '../support/operator-library.ts';
import { ensureMedia } from '../support/media.ts';
import { endOf, scrapeSource } from '../support/scrape-client.ts';

const PICTURED: FakeItem = {
  ...PLAIN_MOVIE,
  Id: guid(0xaa),
  Name: 'A Harbor at Night',
  OriginalTitle: 'Hafen bei Nacht',
  ProductionYear: 1931,
  ProviderIds: { Tmdb: '660001' },
  Overview: 'Two boats wait for the tide.',
  CommunityRating: 7.4,
  Genres: ['Drama', 'Sci-Fi', 'Von Hand'],
  RunTimeTicks: 93 * 600_000_000,
  DateCreated: '2024-02-03T04:05:06.0000000Z',
  Width: 1920,
  Height: 800,
  ImageTags: { Primary: 'p0ster' },
  BackdropImageTags: ['b4ckdrop'],
};
const HELD = [...ITEMS, PICTURED, HOME_VIDEO];

let media: JellyfinMedia;
let jellyfin: FakeJellyfin;
let database: TestDatabase;
let server: TestApp;

const keysOf = (fake: FakeJellyfin, product: 'jellyfin' | 'emby' = 'jellyfin') =>
  product === 'emby'
    ? { EMBY_URL: fake.url, EMBY_API_KEY: fake.apiKey }
    : { JELLYFIN_URL: fake.url, JELLYFIN_API_KEY: fake.apiKey };

async function open(environment: Readonly<Record<string, string>>): Promise<TestApp> {
  const app = await startTestApp({
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    ...environment,
  });
  onTestFinished(() => app.close());
  return app;
}

const summary = async (app: TestApp) =>
  getLibrarySummary.reply.parse((await request(app.url).get('/library/summary')).body);
const list = async (app: TestApp, query: Readonly<Record<string, string | number>> = {}) =>
  listLibraryTitles.reply.parse((await request(app.url).get('/library/titles').query(query)).body);
const Found = z.object({
  results: z.array(
    z.looseObject({ id: z.number(), title: z.string().optional(), name: z.string().optional() }),
  ),
});
const search = async (app: TestApp, query: string) =>
  Found.parse((await request(app.url).get('/catalogue/3/search/multi').query({ query })).body)
    .results;
const details = async (app: TestApp, path: string): Promise<Record<string, unknown>> =>
  (await request(app.url).get(`/catalogue/3${path}`)).body;

const read = (app: TestApp) =>
  vi.waitFor(async () => expect((await summary(app)).isComplete).toBe(true), { timeout: 20_000 });
const titled = (app: TestApp, count: number) =>
  vi.waitFor(async () => expect((await list(app)).total).toBe(count), { timeout: 20_000 });

beforeAll(async () => {
  media = await ensureJellyfinMedia(await ensureMedia());
  jellyfin = await startJellyfin({ media, items: HELD });
  database = await createTestDatabase();
  server = await startTestApp({
    DATABASE_URL: database.url,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    ...keysOf(jellyfin),
  });
  await read(server);
});

afterAll(async () => {
  await server.close();
  await jellyfin.close();
  await database.drop();
});

describe('the titles of a Jellyfin', () => {
  test('are counted and listed, and a filter names it', async () => {
    const { counts, sources } = await summary(server);
    expect(counts).toEqual({ movies: 3, shows: 1, videos: 1 });
    expect(sources).toEqual([{ id: expect.any(String), name: 'Jellyfin' }]);
    const { titles } = await list(server, { section: 'movies', sort: 'title' });
    expect(titles.map(({ title }) => title)).toEqual([
      'Charade',
      'A Harbor at Night',
      "The Lighthouse Keeper's Ledger",
    ]);
    expect(titles[1]).toMatchObject({
      id: 660_001,
      year: 1931,
      rating: 7.4,
      runtime: 93,
      height: 1080,
      addedAt: '2024-02-03T04:05:06.000Z',
    });
    expect((await list(server, { source: sources[0]?.id ?? '' })).total).toBe(5);
    expect((await list(server, { source: 'nothing' })).total).toBe(0);
  });

  test('are found by search, also misspelled and by their original names', async () => {
    expect((await search(server, 'harbr at night'))[0]).toMatchObject({ title: PICTURED.Name });
    expect((await search(server, 'hafen bei nacht'))[0]).toMatchObject({ title: PICTURED.Name });
    expect((await search(server, 'beverly hillbilies'))[0]).toMatchObject({ name: SERIES.Name });
  });

  test('have details from it if no catalog knows them', async () => {
    expect(await details(server, '/movie/660001')).toMatchObject({
      title: PICTURED.Name,
      overview: 'Two boats wait for the tide.',
      genres: [expect.objectContaining({ id: 18 }), expect.objectContaining({ id: 878 })],
      runtime: 93,
      poster_path: expect.stringMatching(/^\/library\/pictures\//),
      backdrop_path: expect.stringMatching(/^\/library\/pictures\//),
    });
  });

  test('have posters through this server, without the key', async () => {
    const { poster_path: path } = await details(server, '/movie/660001');
    jellyfin.forget();
    const picture = await request(server.url).get(String(path)).buffer();
    expect(picture.status).toBe(200);
    expect(picture.type).toBe('image/png');
    expect(picture.body).toEqual(await readFile(media.poster));
    const [asked] = jellyfin.requests;
    expect(asked?.url.searchParams.get('maxWidth')).toBe('500');
    expect(asked?.url.search).not.toContain(jellyfin.apiKey);
    expect(JSON.stringify(await list(server))).not.toContain(jellyfin.apiKey);
    const otherSignature = String(path).replace(/pictures\/./, (first) =>
      first.endsWith('_') ? 'pictures/A' : 'pictures/_',
    );
    const forged = await request(server.url).get(otherSignature);
    expect(forged.status).toBe(404);
  });

  test('have seasons with the names of their episodes, without virtual ones', async () => {
    const unknown = { ...SERIES, Id: guid(0x1c0), Name: 'Harbor Lights', ProviderIds: {} };
    const episode = (number: number, more: Partial<FakeItem>): FakeItem => ({
      Id: guid(number),
      Name: `Lamp ${number}`,
      Type: 'Episode',
      ProviderIds: {},
      SeriesId: unknown.Id,
      ParentIndexNumber: 1,
      ...more,
    });
    const other = await startJellyfin({
      media,
      items: [
        unknown,
        episode(1, { IndexNumber: 1 }),
        episode(2, { IndexNumber: 2, IndexNumberEnd: 3 }),
        episode(4, { IndexNumber: 4, LocationType: 'Virtual' }),
        episode(5, { IndexNumber: 1, IndexNumberEnd: 2_000_000_000, ParentIndexNumber: 2 }),
      ],
    });
    onTestFinished(() => other.close());
    const shows = await open(keysOf(other));
    await titled(shows, 1);
    const [found] = await search(shows, 'harbor lights');
    expect(await details(shows, `/tv/${found?.id}/season/1`)).toMatchObject({
      episodes: [
        { episode_number: 1, name: 'Lamp 1' },
        { episode_number: 2, name: 'Lamp 2' },
        { episode_number: 3, name: 'Lamp 2' },
      ],
    });
    expect(await details(shows, `/tv/${found?.id}`)).toMatchObject({ number_of_episodes: 103 });
  });

  test('are marked as playable on cards', async () => {
    const titles = [
      { kind: 'movie', id: 660_001 },
      { kind: 'tv', id: 1930 },
      { kind: 'movie', id: 660_002 },
    ];
    const { body } = await request(server.url).post('/library/holdings').send({ titles });
    expect(checkLibraryTitles.reply.parse(body).titles.map(({ id }) => id)).toEqual([
      660_001, 1930,
    ]);
  });

  test('play by their ids without a search, also a home video that no database knows', async () => {
    const [kayaks] = (await list(server, { section: 'videos' })).titles;
    expect(kayaks).toMatchObject({ title: 'Kayaks on the lake', year: 2019 });
    jellyfin.forget();
    for (const tmdbId of [String(kayaks?.id), '660001']) {
      const query = { id: 'jellyfin', type: 'movie', title: 'x', releaseYear: '2001', tmdbId };
      expect(await scrapeSource(server.url, query)).toHaveLength(1);
    }
    const asked = jellyfin.requests.map(({ url }) => url.pathname);
    expect(asked.filter((path) => !path.startsWith('/Videos/'))).toEqual([
      `/Items/${HOME_VIDEO.Id}/PlaybackInfo`,
      `/Items/${PICTURED.Id}/PlaybackInfo`,
    ]);
  });
});

test('administrators see how much each source holds, and which is away', async () => {
  const away = await startFake(() => ({ status: 503 }));
  onTestFinished(() => away.close());
  const app = await open({
    ...keysOf(jellyfin),
    EMBY_URL: away.url,
    EMBY_API_KEY: 'key',
    REGISTRATION: 'open',
  });
  await read(app);
  expect((await request(app.url).get('/library/sources')).status).toBe(401);
  const { headers } = await register(app);
  const { body } = await request(app.url).get('/library/sources').set(headers);
  expect(listOwnSources.reply.parse(body).sources).toMatchObject([
    { name: 'Jellyfin', movies: 3, episodes: 3, videos: 1, isReachable: true },
    { name: 'Emby', movies: 0, episodes: 0, videos: 0, isReachable: false },
  ]);
});

test('titles keep their ids over a restart, while the media server is away', async () => {
  const before = (await list(server)).titles.map(({ id }) => id);
  await vi.waitFor(async () => {
    const rows = await server.deps.database.query('SELECT path FROM library_files', []);
    expect(rows.length).toBe(7);
  });
  const away = await startFake(() => ({ status: 503 }));
  onTestFinished(() => away.close());
  const app = await open({
    DATABASE_URL: database.url,
    JELLYFIN_URL: away.url,
    JELLYFIN_API_KEY: jellyfin.apiKey,
  });
  await read(app);
  expect((await list(app)).titles.map(({ id }) => id)).toEqual(before);
});

test('what was removed from the media server is listed no more, until it returns', async () => {
  const fake = await startJellyfin({ media, items: HELD });
  onTestFinished(() => fake.close());
  // Jellyfin is read again at most every minute.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = await open(keysOf(fake));
  await titled(app, 5);
  const id = (await search(app, 'kayaks'))[0]?.id;
  const reread = async (items: readonly FakeItem[], count: number) => {
    fake.hold(items);
    vi.setSystemTime(Date.now() + 120_000);
    const query = { id: 'jellyfin', type: 'movie', title: 'x', releaseYear: '2001' };
    await endOf(app.url, { ...query, tmdbId: String(count), runtime: String(count) });
    await titled(app, count);
  };
  await reread(ITEMS, 3);
  expect((await search(app, 'kayaks')).map((found) => found.id)).not.toContain(id);
  await reread(HELD, 5);
  expect((await search(app, 'kayaks'))[0]?.id).toBe(id);
});

test('Emby has a place of its own in the library, and plays from it', async () => {
  const emby = await startJellyfin({ media, items: HELD, product: 'emby', prefix: '/emby' });
  onTestFinished(() => emby.close());
  const app = await open({ ...keysOf(emby, 'emby'), ...keysOf(jellyfin) });
  await vi.waitFor(async () => expect((await summary(app)).sources).toHaveLength(2));
  await read(app);
  const { counts, sources } = await summary(app);
  expect(sources.map(({ name }) => name)).toEqual(['Jellyfin', 'Emby']);
  // The home videos are not known to be the same.
  expect(counts).toEqual({ movies: 3, shows: 1, videos: 2 });
  const [kayaks] = (await list(app, { section: 'videos', source: sources[1]?.id ?? '' })).titles;
  const query = { id: 'emby', type: 'movie', title: 'x', releaseYear: '2001' };
  expect(await scrapeSource(app.url, { ...query, tmdbId: String(kayaks?.id) })).toHaveLength(1);
});

test('a movie that is in a folder and on Jellyfin is one title', async () => {
  const library = await createOperatorLibrary();
  const reel = { ...PICTURED, Id: guid(0xab), Name: 'Own Reel', ProviderIds: { Tmdb: '77001' } };
  const fake = await startJellyfin({ media, items: [reel] });
  const app = await library.open({ ...keysOf(fake), MANIFEST: '' });
  onTestFinished(async () => {
    await app.close();
    await fake.close();
    await library.close();
  });
  await vi.waitFor(async () => expect((await summary(app)).sources).toHaveLength(2));
  const { titles } = await list(app);
  expect(titles.map(({ id, title }) => [id, title])).toEqual([[77_001, 'Own Reel']]);
  for (const { id } of (await summary(app)).sources)
    expect((await list(app, { source: id })).total).toBe(1);
});

test('the manifest is in the library, also titles without an id', async () => {
  const streams = [{ url: '../films/360.mp4', quality: '720' }];
  const host = await startManifestHost(await ensureMedia(), {
    version: 1,
    name: 'Our shelf',
    movies: [
      { tmdbId: 550_001, title: 'The Long Pier', year: 1950, streams },
      { title: 'Grandma tells', streams },
    ],
    shows: [{ title: 'Pier Tales', year: 1952, seasons: { 1: { 1: streams, 2: streams } } }],
  });
  onTestFinished(() => host.close());
  const app = await open({ MANIFEST: host.manifestUrl });
  await titled(app, 3);
  expect(await summary(app)).toMatchObject({
    counts: { movies: 1, shows: 1, videos: 1 },
    sources: [{ name: 'Our shelf' }],
  });
  expect((await list(app, { section: 'movies' })).titles[0]).toMatchObject({ height: 720 });
  const [grandma] = await search(app, 'grandma');
  const [tales] = await search(app, 'pier tales');
  const movie = { id: 'manifest', type: 'movie', title: 'x', releaseYear: '2001' };
  expect(await scrapeSource(app.url, { ...movie, tmdbId: String(grandma?.id) })).toHaveLength(1);
  const episode = { ...movie, type: 'show', tmdbId: String(tales?.id), seasonNumber: '1' };
  const query = { ...episode, seasonTmdbId: '1', episodeNumber: '2', episodeTmdbId: '2' };
  expect(await scrapeSource(app.url, query)).toHaveLength(1);
});

describe('a hostile media server', () => {
  const item = (more: object): FakeItem => ({ ...PICTURED, ...more });
  test.each([
    ['a TMDB id beyond all numbers', item({ ProviderIds: { Tmdb: '9'.repeat(400) } })],
    ['a name with NUL and half a character', item({ Name: 'Odd\u0000 name \ud800' })],
    ['a name of a million letters', item({ Name: 'x'.repeat(1_000_000) })],
    ['a year beyond all numbers', item({ ProductionYear: 1e300 })],
    ['texts of other types', item({ Overview: { a: 1 }, CommunityRating: 'x', Width: [] })],
    ['a date that is none', item({ DateCreated: '0001-01-01T00:00:00.0000000Z' })],
    ['pictures of other types', item({ ImageTags: { Primary: '../../x' }, BackdropImageTags: 7 })],
  ])('may send %s', async (_what, odd) => {
    const fake = await startJellyfin({ media, items: [odd, HOME_VIDEO] });
    onTestFinished(() => fake.close());
    const app = await open(keysOf(fake));
    await titled(app, 2);
    await vi.waitFor(async () => {
      const rows = await app.deps.database.query('SELECT path FROM library_files', []);
      expect(rows.length).toBe(2);
    });
    expect(app.log.join('\n')).not.toContain("couldn't be saved");
  });

  test('sends pages without end, and is read no further than to a limit', async () => {
    let at = 0;
    const fake = await startFake(({ url }) => {
      if (url.searchParams.get('includeItemTypes') === 'Episode') return { body: { Items: [] } };
      at += 500;
      const Items = manyMovies(500).map((movie, row) => ({ ...movie, Id: `x${at + row}` }));
      return { body: { Items: Items.map(({ sources: _own, ...row }) => row) } };
    });
    onTestFinished(() => fake.close());
    const app = await open({ JELLYFIN_URL: fake.url, JELLYFIN_API_KEY: 'key' });
    await vi.waitFor(() => expect(app.log.join('\n')).toContain('more than 100000 titles'), {
      timeout: 60_000,
    });
    expect(fake.count('/Items')).toBe(200);
  }, 90_000);

  test('redirects pictures to another host, which gets nothing', async () => {
    const elsewhere = await startFake(() => ({ file: media.poster }));
    const fake = await startJellyfin({ media, items: [PICTURED] });
    const app = await open({ ...keysOf(fake), OPERATOR_ALLOWED_HOSTS: elsewhere.host });
    onTestFinished(async () => {
      await fake.close();
      await elsewhere.close();
    });
    await titled(app, 1);
    const { poster_path: path } = await details(app, '/movie/660001');
    fake.behave({ redirectsTo: `${elsewhere.url}/poster.png` });
    expect((await request(app.url).get(String(path))).status).toBe(404);
    expect(JSON.stringify(elsewhere.requests)).not.toContain(fake.apiKey);
  });
});
