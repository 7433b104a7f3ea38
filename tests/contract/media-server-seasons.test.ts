// Pictures of seasons on Jellyfin and Emby: described in TMDB's form, served, and preferred to TMDB's.
import { listLibraryTitles } from '@matinee/shared/contract/library';
import { readFile } from 'node:fs/promises';
import request from 'supertest';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import { EPISODES, guid, SERIES, type FakeItem } from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia, type JellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { ensureMedia } from '../support/media.ts';
import { endOf } from '../support/scrape-client.ts';

const Season = z.looseObject({ season_number: z.number(), poster_path: z.string().nullable() });
const Show = z.looseObject({ poster_path: z.string().nullable(), seasons: z.array(Season) });
const OWN_PATH = /^\/library\/pictures\/[\w-]{22}\/tv\/\d+\/season-\d+\.jpg$/;

const PIERS: FakeItem = { ...SERIES, Id: guid(0x2c0), Name: 'Pier Tales', ProviderIds: {} };
const FIRST_SEASON = seasonOf(SERIES, 1, { Primary: 'f1rst' });

/** A season as the server lists it, with its own number, and with the tag of its picture if there is one. */
function seasonOf(
  series: FakeItem,
  number: number,
  ImageTags: FakeItem['ImageTags'] = {},
): FakeItem {
  return {
    Id: guid(Number.parseInt(series.Id, 16) * 16 + number),
    Name: number === 0 ? 'Specials' : `Season ${number}`,
    Type: 'Season',
    ProviderIds: {},
    SeriesId: series.Id,
    IndexNumber: number,
    LocationType: 'FileSystem',
    ImageTags,
  };
}

const episodeOf = (number: number, ParentIndexNumber: number): FakeItem => ({
  Id: guid(number),
  Name: `Pier ${number}`,
  Type: 'Episode',
  ProviderIds: {},
  SeriesId: PIERS.Id,
  ParentIndexNumber,
  IndexNumber: 1,
});

const ITEMS = [
  SERIES,
  ...EPISODES,
  FIRST_SEASON,
  seasonOf(SERIES, 0),
  PIERS,
  episodeOf(0x2d1, 1),
  episodeOf(0x2d2, 2),
  episodeOf(0x2d3, 3),
  seasonOf(PIERS, 1, { Primary: 'p1er' }),
  seasonOf(PIERS, 2),
  // Hostile: the tag is not a path.
  seasonOf(PIERS, 3, { Primary: '../../Users' }),
];

let media: JellyfinMedia;
let jellyfin: FakeJellyfin;
let server: TestApp;

async function open(environment: Readonly<Record<string, string>>): Promise<TestApp> {
  const app = await startTestApp({ DISABLED_SOURCES: BUILT_IN_SOURCES, ...environment });
  await vi.waitUntil(() => app.deps.isLibraryComplete(), { timeout: 20_000 });
  return app;
}

beforeAll(async () => {
  media = await ensureJellyfinMedia(await ensureMedia());
  jellyfin = await startJellyfin({ media, items: ITEMS });
  server = await open({ JELLYFIN_URL: jellyfin.url, JELLYFIN_API_KEY: jellyfin.apiKey });
});
afterAll(async () => {
  await server.close();
  await jellyfin.close();
});

async function idOf(title: string, app: TestApp): Promise<number> {
  const { body } = await request(app.url).get('/library/titles').query({ section: 'shows' });
  const { titles } = listLibraryTitles.reply.parse(body);
  return titles.find((each) => each.title === title)?.id ?? 0;
}

const season = async (id: number, number: number, app = server) =>
  Season.parse((await request(app.url).get(`/catalogue/3/tv/${id}/season/${number}`)).body);
const details = async (id: number, app = server) =>
  Show.parse((await request(app.url).get(`/catalogue/3/tv/${id}`)).body);

test('a season has its own picture, through this server and without the key', async () => {
  const id = await idOf('Pier Tales', server);
  const { poster_path: path } = await season(id, 1);
  expect(path).toMatch(OWN_PATH);
  expect((await details(id)).seasons.map((each) => each.poster_path)).toEqual([path, null, null]);
  jellyfin.forget();
  const picture = await request(server.url).get(String(path)).buffer();
  expect({ status: picture.status, type: picture.type }).toEqual({
    status: 200,
    type: 'image/png',
  });
  expect(picture.body).toEqual(await readFile(media.poster));
  const [requested] = jellyfin.requests;
  expect(requested?.url.pathname).toBe(`/Items/${seasonOf(PIERS, 1).Id}/Images/Primary`);
  expect(requested?.url.search).not.toContain(jellyfin.apiKey);
});

test('a season without one has none, and its address leads nowhere', async () => {
  const id = await idOf('Pier Tales', server);
  for (const number of [2, 3]) expect((await season(id, number)).poster_path).toBeNull();
  const path = String((await season(id, 1)).poster_path);
  for (const name of ['season-2', 'season-3', 'season-99'])
    expect((await request(server.url).get(path.replace('season-1', name))).status).toBe(404);
});

test('it comes before TMDB’s, which stays where the server has none, also from Emby', async () => {
  const tmdb = await startTmdb();
  const emby = await startJellyfin({ media, items: ITEMS, product: 'emby', prefix: '/emby' });
  const app = await open({
    EMBY_URL: emby.url,
    EMBY_API_KEY: emby.apiKey,
    TMDB_URL: `${tmdb.url}/3`,
    TMDB_FALLBACK_URL: `${tmdb.url}/3`,
    TMDB_READ_API_KEY: TMDB_KEY,
  });
  onTestFinished(async () => {
    await app.close();
    await emby.close();
    await tmdb.close();
  });
  expect((await season(1930, 1, app)).poster_path).toMatch(OWN_PATH);
  expect((await season(1930, 0, app)).poster_path).toBe('/hillbillies-specials.png');
  const { poster_path, seasons } = await details(1930, app);
  expect(poster_path).toBe('/hillbillies.png');
  expect(seasons.map((each) => each.poster_path)).toEqual([
    '/hillbillies-specials.png',
    expect.stringMatching(OWN_PATH),
  ]);
});

test('a new picture is noticed when the library is read again, and one that went is gone', async () => {
  // Jellyfin is read again at most every minute.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const fake = await startJellyfin({ media, items: ITEMS });
  const app = await open({ JELLYFIN_URL: fake.url, JELLYFIN_API_KEY: fake.apiKey });
  onTestFinished(async () => {
    await app.close();
    await fake.close();
  });
  const id = await idOf('Pier Tales', app);
  const before = (await season(id, 1, app)).poster_path;
  const reread = async (ImageTags: FakeItem['ImageTags'], year: number) => {
    const others = ITEMS.filter(({ Id }) => Id !== seasonOf(PIERS, 1).Id);
    fake.hold([...others, seasonOf(PIERS, 1, ImageTags)]);
    vi.setSystemTime(Date.now() + 120_000);
    const query = { id: 'jellyfin', type: 'movie', title: 'x', releaseYear: String(year) };
    await endOf(app.url, { ...query, tmdbId: String(year), runtime: String(year) });
  };
  const becomes = (isRight: (path: string | null) => boolean) =>
    vi.waitFor(async () => expect((await season(id, 1, app)).poster_path).toSatisfy(isRight), {
      timeout: 20_000,
    });
  await reread({ Primary: 'n3w' }, 2001);
  await becomes((path) => path !== null && path !== before);
  await reread({}, 2002);
  await becomes((path) => path === null);
});
