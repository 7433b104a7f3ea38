import { getCatalogueStatus } from '@matinee/shared/contract/catalog';
import { request as rawRequest } from 'node:http';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Fake } from '../support/fakes/http.ts';
import { NO_ANSWERS } from '../support/fakes/no-answers.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { shapes, type ShapeName } from '../support/tmdb-shapes.ts';

const OWN_SERIES = 'Dragnet';

let primary: Fake;
let fallback: Fake;
let relayed: TestApp;
let open: TestApp;

beforeAll(async () => {
  [primary, fallback] = await Promise.all([startTmdb(), startTmdb()]);
  const hosts = {
    TMDB_URL: `${primary.url}/3`,
    TMDB_FALLBACK_URL: `${fallback.url}/3`,
  };
  [relayed, open] = await Promise.all([
    startTestApp({ ...hosts, TMDB_READ_API_KEY: TMDB_KEY }),
    startTestApp(hosts),
  ]);
});

afterEach(() => {
  for (const fake of [primary, fallback]) {
    fake.behave('normal');
    fake.forget();
  }
});

afterAll(async () => {
  await Promise.all([relayed.close(), open.close(), primary.close(), fallback.close()]);
});

const get = (app: TestApp, path: string) => supertest(app.url).get(`/catalogue/3${path}`);

/** Responses are cached, so a test that counts requests uses its own path. */
let unique = 0;
const fresh = (): string => `/search/multi?query=living+${(unique += 1)}`;

const ALLOWED: readonly (readonly [string, ShapeName])[] = [
  ['/search/multi?query=living%20dead&include_adult=false&language=en-US&page=1', 'search'],
  ['/search/multi?query=', 'search'],
  ['/movie/10331', 'movie'],
  ['/movie/10331?append_to_response=external_ids&language=en-US', 'movie'],
  ['/movie/10331?append_to_response=videos&include_video_language=de,en&language=de-DE', 'movie'],
  ['/tv/1930?append_to_response=external_ids', 'show'],
  ['/tv/1930/season/1', 'season'],
  ['/find/tt0063350?external_source=imdb_id', 'find'],
  ['/find/tt0055662?external_source=imdb_id', 'find'],
  ['/movie/now_playing?region=US&page=1', 'nowPlaying'],
  ['/movie/popular?region=US&language=en-US', 'movies'],
  ['/movie/top_rated?page=500', 'movies'],
  ['/tv/popular', 'series'],
  ['/tv/top_rated?page=2', 'series'],
  ['/trending/movie/week', 'trending'],
  ['/trending/tv/week', 'trending'],
  ['/genre/movie/list?language=en', 'genres'],
  ['/genre/tv/list', 'genres'],
  ['/discover/movie?with_genres=27&page=5&language=en-US', 'movies'],
  ['/discover/tv?with_genres=35', 'series'],
  ['/discover/movie?with_watch_providers=8|9&watch_region=US&page=3', 'movies'],
  ['/watch/providers/movie?watch_region=US', 'providers'],
  ['/watch/providers/tv', 'providers'],
];

describe.each([
  ['with a key', () => relayed],
  ['without a key', () => open],
])('%s', (_, app) => {
  test.each(ALLOWED)('%s is answered in TMDB’s format', async (path, shape) => {
    const { body, status, type } = await get(app(), path);
    expect(status).toBe(200);
    expect(type).toBe('application/json');
    expect(shapes[shape].parse(body)).toEqual(body);
  });

  test('every appended part has its own name', async () => {
    const path = '/movie/10331?append_to_response=external_ids,credits,videos,similar';
    const { body } = await get(open, path);
    expect(
      shapes.movie.required({ credits: true, videos: true, similar: true }).parse(body),
    ).toEqual(body);
  });

  test.each([
    ['/', 404, 34],
    ['/configuration', 404, 34],
    ['/account/1', 404, 34],
    ['/movie/10331/images', 404, 34],
    ['/movie/abc', 404, 34],
    ['/movie/10331?append_to_response=images', 404, 34],
    ['/movie/10331?api_key=mine', 404, 34],
    ['/movie/10331/', 404, 34],
    ['/trending/all/day', 404, 34],
    ['/movie/99999999', 404, 34],
    ['/tv/1930/season/77', 404, 34],
    ['/movie/popular?page=0', 400, 22],
    ['/movie/popular?page=501', 400, 22],
    ['/movie/popular?page=1.5', 400, 22],
    ['/movie/popular?page=1&page=2', 400, 22],
    ['/movie/popular?region=us', 400, 47],
    ['/movie/popular?language=english', 400, 47],
    ['/movie/10331?include_video_language=german', 400, 47],
    ['/search/multi', 400, 47],
    ['/search/multi?query=a&include_adult=true', 400, 47],
    ['/search/multi?query=a%00b', 400, 47],
    [`/search/multi?query=${'x'.repeat(10_240)}`, 400, 47],
    ['/find/tt0063350', 400, 47],
    ['/discover/movie?with_genres=27;35', 400, 47],
    ['/movie/..%2f..%2fping.txt', 404, 34],
    ['/%2e%2e/%2e%2e/healthz', 404, 34],
  ])('%s is refused with %i', async (path, status, code) => {
    const response = await get(app(), path);
    expect(response.status).toBe(status);
    expect(shapes.failure.parse(response.body).status_code).toBe(code);
    expect(response.headers['access-control-allow-origin']).toBe('*');
  });

  test('a path outside the catalog never reaches TMDB', async () => {
    expect(await rawStatus(app(), '/catalogue/3/../../3/account')).toBe(404);
    expect(primary.count('/3/account')).toBe(0);
  });

  test('only reads are allowed', async () => {
    const response = await supertest(app().url).post('/catalogue/3/movie/10331').send({});
    expect(response.status).toBe(405);
    expect(shapes.failure.parse(response.body).status_code).toBe(42);
  });
});

/** Sends the path unchanged, as client libraries normalize it. */
function rawStatus({ url }: TestApp, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const { promise, reject, resolve } = Promise.withResolvers<number | undefined>();
  rawRequest({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
    .on('error', reject)
    .end();
  return promise;
}

describe('two hosts', () => {
  test.each(['down', 'error'] as const)(
    'when the first is %s the second responds',
    async (mode) => {
      primary.behave(mode);
      expect((await get(relayed, fresh())).status).toBe(200);
      expect([primary.count(), fallback.count()]).toEqual([1, 1]);
    },
  );

  test('an unknown title is not requested twice', async () => {
    expect((await get(relayed, '/movie/123456')).status).toBe(404);
    expect([primary.count(), fallback.count()]).toEqual([1, 0]);
  });

  test.each(NO_ANSWERS)('both of which are %j give an error in TMDB’s format', async (mode) => {
    primary.behave(mode);
    fallback.behave(mode);
    const { body, status, text } = await get(relayed, fresh());
    expect(status).toBe(502);
    expect(shapes.failure.parse(body).status_code).toBe(43);
    expect(text).not.toMatch(/127\.0\.0\.1|169\.254/);
    await expect.poll(() => primary.open() + fallback.open()).toBe(0);
  });

  test('with a wrong content type are read nevertheless', async () => {
    primary.behave('mislabelled');
    expect((await get(relayed, fresh())).status).toBe(200);
    expect(fallback.count()).toBe(0);
  });

  test.each(['html', 'brokenJson'] as const)('%s is not passed on', async (mode) => {
    primary.behave(mode);
    const { body, status, text } = await get(relayed, fresh());
    expect(status).toBe(502);
    expect(shapes.failure.parse(body).status_code).toBe(43);
    expect(text).not.toContain('<');
  });
});

describe('request sharing', () => {
  test('the same request is sent once, and again after a failure', async () => {
    const path = fresh();
    primary.behave('html');
    await get(relayed, path);
    primary.behave('normal');
    await get(relayed, path);
    await get(relayed, path);
    expect(primary.count()).toBe(2);
  });

  test('the order of parameters does not matter', async () => {
    const path = fresh();
    await get(relayed, `${path}&page=1&language=en-US`);
    await get(relayed, `${path}&language=en-US&page=1`);
    expect(primary.count()).toBe(1);
  });

  test('simultaneous callers share one request', async () => {
    primary.behave({ slowMs: 60 });
    const path = fresh();
    const responses = await Promise.all(Array.from({ length: 8 }, () => get(relayed, path)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(primary.count()).toBe(1);
  });

  test.each(['endless', { slowMs: 60_000 }] as const)(
    'when the only caller leaves, the request to TMDB is cancelled, though it is %j',
    async (mode) => {
      primary.behave(mode);
      const leaving = rawRequest(`${relayed.url}/catalogue/3${fresh()}`).on(
        'error',
        () => undefined,
      );
      leaving.end();
      await expect.poll(() => primary.count()).toBe(1);
      leaving.destroy();
      await expect.poll(() => primary.left()).toBe(1);
    },
  );
});

describe('the key', () => {
  test('is sent to TMDB and never returned', async () => {
    fallback.behave('error');
    primary.behave('error');
    await get(relayed, fresh());
    primary.behave('normal');
    const paths = [...ALLOWED.map(([path]) => path), '/movie/99999999', '/nothing', fresh()];
    const responses = await Promise.all(paths.map((path) => get(relayed, path)));
    for (const { headers, text } of responses)
      expect(`${JSON.stringify(headers)}${text}`).not.toContain(TMDB_KEY);
    expect(relayed.log.join('')).not.toContain(TMDB_KEY);
    expect(primary.requests.at(-1)?.headers.authorization).toBe(`Bearer ${TMDB_KEY}`);
    expect(primary.requests.every(({ url }) => !url.search.includes(TMDB_KEY))).toBe(true);
  });

  test('that TMDB refuses gives a 401 with the reason', async () => {
    const wrong = await startTestApp({
      TMDB_URL: `${primary.url}/3`,
      TMDB_FALLBACK_URL: `${fallback.url}/3`,
      TMDB_READ_API_KEY: '0123456789abcdef0123456789abcdef',
    });
    const { body, status } = await get(wrong, '/movie/10331');
    const { body: state } = await supertest(wrong.url).get(getCatalogueStatus.path);
    await wrong.close();
    expect(status).toBe(401);
    expect(shapes.failure.parse(body).status_code).toBe(7);
    expect(fallback.count()).toBe(0);
    expect(getCatalogueStatus.reply.parse(state)).toMatchObject({
      configured: true,
      readOnly: false,
      answers: false,
    });
  });
});

describe('ids of the starter catalog', () => {
  const Found = z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) });

  test('still resolve after a key is added, without a request to TMDB', async () => {
    const { body } = await get(open, `/search/multi?query=${OWN_SERIES}`);
    const id = Found.parse(body).results[0]?.id;
    expect(id).toBeGreaterThan(1_000_000_000);
    for (const path of [`/tv/${id}`, `/tv/${id}/season/1`]) {
      const [before, after] = await Promise.all([get(open, path), get(relayed, path)]);
      expect(after.status).toBe(200);
      expect(after.body).toEqual(before.body);
    }
    expect(primary.count()).toBe(0);
  });

  test('of seasons and episodes stay valid beside those of TMDB', async () => {
    const seasons = z.object({ seasons: z.array(z.looseObject({ season_number: z.number() })) });
    const numbered = (body: unknown) =>
      seasons.parse(body).seasons.find(({ season_number: number }) => number === 1);
    const own = numbered((await get(open, '/tv/1930')).body);
    const theirs = numbered((await get(relayed, '/tv/1930')).body);
    expect(theirs).toMatchObject({ id: 930110, own_id: own?.id });

    const episodes = z.object({ episodes: z.array(z.looseObject({ id: z.number() })) });
    const [first] = episodes.parse((await get(open, '/tv/1930/season/1')).body).episodes;
    const [same] = episodes.parse((await get(relayed, '/tv/1930/season/1')).body).episodes;
    expect(same).toMatchObject({ id: 930111, own_id: first?.id });
  });
});

describe('status', () => {
  const status = async (app: TestApp) =>
    getCatalogueStatus.reply.parse((await supertest(app.url).get(getCatalogueStatus.path)).body);

  test('with a key the status of TMDB is cached', async () => {
    const all = await Promise.all([status(relayed), status(relayed), status(relayed)]);
    for (const one of all)
      expect(one).toMatchObject({ configured: true, readOnly: true, answers: true });
    expect(primary.count('/3/movie/556574')).toBe(1);
  });

  test('without a key the collection is the status', async () => {
    expect(await status(open)).toMatchObject({ configured: false, readOnly: false, answers: true });
    expect(primary.count()).toBe(0);
  });
});
