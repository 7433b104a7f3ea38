// The player's requests: one list from several services, and each file as WebVTT.
import {
  SUBTITLE_FILE_BUDGET,
  searchSubtitles,
  type Subtitle,
} from '@matinee/shared/contract/subtitles';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { printMeasurements } from '../../apps/api/src/lib/measurements.ts';
import { createStreamTokens } from '../../apps/api/src/stream-relay/stream-token.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  startLegacy,
  startOpenSubtitles,
  type FakeOpenSubtitles,
} from '../support/fakes/subtitles-opensubtitles.ts';
import {
  API_KEY,
  ASS,
  EPISODE,
  MOVIE,
  srt,
  startAddon,
  startSubdl,
  startWyzie,
  type FakeService,
} from '../support/fakes/subtitles.ts';

const SECRET = 'the same secret that the server has';

let addon: FakeService;
let legacy: FakeService;
let rest: FakeOpenSubtitles;
let subdl: FakeService;
let wyzie: FakeService;
/** All services are configured. */
let server: TestApp;
let environment: Record<string, string>;

beforeAll(async () => {
  [addon, legacy, rest, subdl, wyzie] = await Promise.all([
    startAddon(),
    startLegacy(),
    startOpenSubtitles(),
    startSubdl(),
    startWyzie(),
  ]);
  environment = {
    TICKET_SECRET: SECRET,
    OPENSUBTITLES_ADDON_URL: addon.url,
    OPENSUBTITLES_LEGACY_URL: legacy.url,
    OPENSUBTITLES_URL: `${rest.url}/api/v1`,
    SUBDL_URL: subdl.url,
    SUBDL_FILES_URL: subdl.url,
    WYZIE_URL: wyzie.url,
  };
  server = await startTestApp({
    ...environment,
    OPENSUBTITLES_API_KEY: API_KEY,
    OPENSUBTITLES_USER: 'someone',
    OPENSUBTITLES_PASSWORD: 'pass word',
    OPENSUBTITLES_LEGACY: 'true',
    SUBDL_API_KEY: API_KEY,
    WYZIE_API_KEY: API_KEY,
  });
});
afterEach(() => {
  for (const fake of [addon, legacy, rest, subdl, wyzie]) fake.forget();
});
afterAll(async () => {
  await server.close();
  await Promise.all([addon, legacy, rest, subdl, wyzie].map((fake) => fake.close()));
});

const send = (app: TestApp, query: object) =>
  request(app.url).get('/subtitles/search').query(query);
const read = (app: TestApp, { url }: Subtitle) => request(app.url).get(url).buffer();

async function search(app: TestApp, query: object): Promise<readonly Subtitle[]> {
  const { body, status } = await send(app, query);
  expect(status).toBe(200);
  return searchSubtitles.reply.parse(body);
}

async function first(query: object, source: string, app = server): Promise<Subtitle> {
  const found = (await search(app, query)).find((subtitle) => subtitle.source === source);
  if (!found) throw new Error(`Nothing from ${source}`);
  return found;
}

describe('a search', () => {
  test('merges all results: preferred languages in order, human translations before machine ones', async () => {
    const list = await search(server, { ...MOVIE, languages: 'en,fr' });
    expect(list.map(({ id }) => id)).toEqual([
      'opensubtitles-4',
      'opensubtitles-3',
      'opensubtitles-legacy-30949',
      'opensubtitles-2',
      'opensubtitles-1',
      'opensubtitles-legacy-50002',
      'opensubtitles-legacy-50001',
    ]);
    expect(list.at(-1)).toMatchObject({
      source: 'opensubtitles-legacy',
      language: 'fr',
      label: 'French · Night.of.the.Living.Dead.1968.50001',
      hearingImpaired: false,
      format: 'srt',
      downloads: 1_200,
      fps: 23.976,
    });
    expect(list.filter(({ hearingImpaired }) => hearingImpaired).map(({ id }) => id)).toEqual([
      'opensubtitles-2',
      'opensubtitles-legacy-50002',
    ]);
    expect(list.filter(({ machineTranslated }) => machineTranslated)).toHaveLength(1);
  });

  test('without languages finds all of them, and names variants', async () => {
    const list = await search(server, MOVIE);
    expect(new Set(list.map(({ language }) => language))).toEqual(
      new Set(['en', 'cs', 'fr', 'ko', 'pt']),
    );
    expect(list.filter(({ language }) => language === 'pt').map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'Portuguese (Brazil) · 6',
        'Portuguese (Brazil) · SubDL.61',
        'Portuguese (Brazil)',
      ]),
    );
  });

  test('recognizes the same file in two services', async () => {
    const czech = await search(server, { ...MOVIE, languages: 'cs' });
    expect(czech.map(({ id }) => id)).toEqual(['wyzie-30950']);
  });

  test('puts subtitles made for the video first', async () => {
    const release = 'Night.of.the.Living.Dead.1968.Criterion.1080p.mkv';
    const [best] = await search(server, { ...MOVIE, languages: 'en', release });
    expect(best?.id).toBe('opensubtitles-3');
  });

  test('for an episode leaves other episodes out', async () => {
    const list = await search(server, { ...EPISODE, languages: 'en' });
    expect(list.map(({ id }) => id)).toEqual([
      'opensubtitles-7',
      'subdl-/subtitle/71.zip',
      'opensubtitles-v3-40001',
    ]);
  });

  test('by TMDB id gets the IMDb id from TMDB', async () => {
    const list = await search(server, { tmdbId: MOVIE.tmdbId, languages: 'pt' });
    expect(list.map(({ source }) => source)).toContain('opensubtitles-v3');
  });

  test('for a title without subtitles is empty', async () => {
    expect(await search(server, { imdbId: 'tt9999999' })).toEqual([]);
  });

  test.each([
    ['no id', {}],
    ['half an episode', { imdbId: 'tt1', season: 1 }],
    ['a language by its name', { imdbId: 'tt1', languages: 'english' }],
    ['another kind of id', { imdbId: 'nm1' }],
    ['another kind of number', { tmdbId: '1;2' }],
  ])('with %s is refused', async (_what, query) => {
    expect((await send(server, query)).status).toBe(400);
  });

  test('is sent once for all callers, with languages in any order', async () => {
    const one = await startTestApp(environment);
    const query = { imdbId: MOVIE.imdbId };
    addon.behave({ slowMs: 30 });
    await Promise.all([
      search(one, { ...query, languages: 'en,fr' }),
      search(one, { ...query, languages: 'fr,en' }),
    ]);
    await search(one, { ...query, languages: 'en,fr' });
    expect(addon.count('/subtitles')).toBe(1);
    await one.close();
  });
});

describe('a file', () => {
  const EXPECTED = (words: string): string => `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${words}\n`;

  test('is WebVTT in UTF-8 that any page may read and no browser executes', async () => {
    const { headers, status, text } = await read(
      server,
      await first({ ...MOVIE, languages: 'pt' }, 'opensubtitles-v3'),
    );
    expect(status).toBe(200);
    expect(text).toBe(EXPECTED('Add-on 30951'));
    expect(headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400, immutable',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test('of the old service is unpacked and decoded in its own encoding', async () => {
    const french = await first({ ...MOVIE, languages: 'fr' }, 'opensubtitles-legacy');
    expect((await read(server, french)).text).toBe(EXPECTED('Café'));
  });

  test('of an archive with a season is the requested episode', async () => {
    const { text } = await read(server, await first({ ...EPISODE, languages: 'en' }, 'subdl'));
    expect(text).toBe(EXPECTED('The third'));
  });

  test('of Wyzie is read', async () => {
    const { text } = await read(server, await first({ ...MOVIE, languages: 'cs' }, 'wyzie'));
    expect(text).toBe(EXPECTED('Wyzie'));
  });

  test('of ASS is WebVTT for other clients, and also available unchanged', async () => {
    const [korean] = await search(server, { ...MOVIE, languages: 'ko' });
    if (korean?.original === undefined) throw new Error('It has no original');
    expect(korean.original).toMatch(/^\/subtitles\/file\/[\w-]+$/);
    expect((await read(server, korean)).text).toBe(EXPECTED('Wyzie'));
    const original = await read(server, { ...korean, url: korean.original });
    expect(original.text).toBe(ASS);
    expect(original.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(original.headers['content-security-policy']).toContain('sandbox');
    const [czech] = await search(server, { ...MOVIE, languages: 'cs' });
    expect(czech).not.toHaveProperty('original');
  });

  test('of OpenSubtitles.com is downloaded once, with the account, for all clients', async () => {
    rest.setQuota(1);
    const query = { ...MOVIE, languages: 'en' };
    const responses = await Promise.all(
      [1, 2, 3].map(async () => read(server, await first(query, 'opensubtitles'))),
    );
    expect(responses.map(({ text }) => text)).toEqual(Array(3).fill(EXPECTED('File 40')));
    const [download, ...more] = rest.requests.filter(({ url }) =>
      url.pathname.endsWith('/download'),
    );
    expect(more).toEqual([]);
    expect(download?.headers['authorization']).toMatch(/^Bearer a\.jwt/);
    rest.setQuota(20);
  });

  test('is downloaded even if the service has forgotten the token', async () => {
    const query = { ...MOVIE, languages: 'en', release: 'Criterion' };
    rest.forgetTokens();
    const { text } = await read(server, await first(query, 'opensubtitles'));
    expect(text).toBe(EXPECTED('File 30'));
    expect(rest.count('/api/v1/login')).toBe(1);
    const counted = 'matinee_retries_total{retry="OpenSubtitles login"} 1';
    expect(await printMeasurements()).toContain(counted);
  });

  test('may have a name after its token', async () => {
    const { url } = await first({ ...MOVIE, languages: 'pt' }, 'opensubtitles-v3');
    expect((await request(server.url).get(`${url}/pt.vtt`)).status).toBe(200);
  });
});

describe('tokens', () => {
  test('reveal neither key nor address, and nothing else does', async () => {
    const responses = await Promise.all([send(server, MOVIE), send(server, EPISODE)]);
    const everything = [...responses.map(({ text }) => text), ...server.log].join('\n');
    expect(everything).not.toContain(API_KEY);
    expect(everything).not.toContain('127.0.0.1');
    for (const { url } of searchSubtitles.reply.parse(responses[0]?.body)) {
      const [ticket = ''] = url.split('/').slice(-1);
      expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toMatch(/http|opensubtitles/);
    }
  });

  test('of streams open no subtitle, and those of subtitles no stream', async () => {
    const issue = createStreamTokens({ secret: SECRET, now: Date.now }).newSession();
    const ticket = issue({ url: `${addon.url}/en/download/1`, kind: 'media', headers: {} });
    const { url } = await first({ ...MOVIE, languages: 'pt' }, 'opensubtitles-v3');
    const paths = [`/subtitles/file/${ticket}`, url.replace('/subtitles/file/', '/stream/')];
    for (const path of paths) expect((await request(server.url).get(path)).status).toBe(403);
  });

  test.each([
    ['a letter', 'x'],
    ['a parent path', '..%2f'],
    ['a NUL', '%00'],
    ['nothing', ''],
    ['a long word', 'a'.repeat(3_000)],
  ])('%s is invalid', async (_what, ticket) => {
    const { status } = await request(server.url).get(`/subtitles/file/${ticket}`);
    expect([400, 403]).toContain(status);
  });
});

describe('an operator', () => {
  test('without keys has the add-on', async () => {
    const bare = await startTestApp(environment);
    const list = await search(bare, MOVIE);
    expect(new Set(list.map(({ source }) => source))).toEqual(new Set(['opensubtitles-v3']));
    expect([legacy, rest, subdl, wyzie].map((fake) => fake.count())).toEqual([0, 0, 0, 0]);
    await bare.close();
  });

  test('can switch all services off', async () => {
    const none = await startTestApp({ ...environment, SUBTITLES: 'off' });
    expect((await send(none, MOVIE)).status).toBe(404);
    await none.close();
  });

  test('with rate limits applies them here too', async () => {
    const strict = await startTestApp({ ...environment, RATE_LIMITS: 'on' });
    for (let calls = 0; calls < SUBTITLE_FILE_BUDGET.max; calls += 1) {
      expect((await request(strict.url).get('/subtitles/file/x')).status).toBe(403);
    }
    expect((await request(strict.url).get('/subtitles/file/x')).status).toBe(429);
    for (let calls = 0; calls < searchSubtitles.budget.max; calls += 1) {
      expect((await send(strict, {})).status).toBe(400);
    }
    expect((await send(strict, {})).status).toBe(429);
    await strict.close();
  });
});

test('files in other encodings and formats give the same text', async () => {
  const wanted = await first({ ...MOVIE, languages: 'cs' }, 'wyzie');
  const fresh = await startTestApp({ ...environment, WYZIE_API_KEY: API_KEY });
  wyzie.hold(Buffer.from(`\ufeff${srt('Žluťoučký kůň')}`, 'utf16le'));
  expect((await read(fresh, wanted)).text).toContain('Žluťoučký kůň');
  await fresh.close();
});
