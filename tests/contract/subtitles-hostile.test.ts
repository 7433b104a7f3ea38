// Subtitle services that are slow, broken, lying, exhausted or redirecting.
import { searchSubtitles, SUBTITLE_ERRORS } from '@matinee/shared/contract/subtitles';
import { get } from 'node:http';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../support/app.ts';
import { json } from '../support/fakes/http.ts';
import type { Misbehaviour } from '../support/fakes/misbehaviour.ts';
import {
  startOpenSubtitles,
  type FakeOpenSubtitles,
} from '../support/fakes/subtitles-opensubtitles.ts';
import { zipOf } from '../support/fakes/subtitles-zip.ts';
import {
  API_KEY,
  MOVIE,
  srt,
  startAddon,
  startSubdl,
  type FakeService,
} from '../support/fakes/subtitles.ts';

let addon: FakeService;
let rest: FakeOpenSubtitles;
let subdl: FakeService;
let server: TestApp;

beforeAll(async () => {
  [addon, rest, subdl] = await Promise.all([startAddon(), startOpenSubtitles(), startSubdl()]);
});
afterEach(() => {
  for (const fake of [addon, rest, subdl]) fake.forget();
  rest.setQuota(20);
});
afterAll(() => Promise.all([addon, rest, subdl].map((fake) => fake.close())));

async function start(): Promise<void> {
  server = await startTestApp({
    OPENSUBTITLES_ADDON_URL: addon.url,
    OPENSUBTITLES_URL: `${rest.url}/api/v1`,
    OPENSUBTITLES_API_KEY: API_KEY,
    SUBDL_URL: subdl.url,
    SUBDL_FILES_URL: subdl.url,
    SUBDL_API_KEY: API_KEY,
  });
}
const stop = (): Promise<void> => server.close();

const send = (languages = '') =>
  request(server.url).get('/subtitles/search').query({ imdbId: MOVIE.imdbId, languages });

async function sources(): Promise<ReadonlySet<string>> {
  const { body, status } = await send();
  expect(status).toBe(200);
  return new Set(searchSubtitles.reply.parse(body).map(({ source }) => source));
}

async function linkTo(source: string, languages = 'en,pt'): Promise<string> {
  const list = searchSubtitles.reply.parse((await send(languages)).body);
  return list.find((subtitle) => subtitle.source === source)?.url ?? '/none';
}

const INSIDE: Misbehaviour = { redirectsTo: 'http://127.0.0.1:9/latest/meta-data' };

describe('a service in a search', () => {
  // Nothing may be cached.
  beforeEach(start);
  afterEach(stop);

  test.each([
    'down',
    'error',
    'html',
    'brokenJson',
    'truncated',
    'gigantic',
    'redirectsToItself',
  ] as const)('that is %s is left out, and the others are used', async (mode) => {
    addon.behave(mode);
    expect(await sources()).toEqual(new Set(['opensubtitles', 'subdl']));
    expect(server.log.join('')).toContain('OpenSubtitles add-on failed');
    expect(server.log.join('')).not.toContain(API_KEY);
  });

  test('that redirects to a private address is left out, and nothing there is requested', async () => {
    subdl.behave(INSIDE);
    expect(await sources()).toEqual(new Set(['opensubtitles', 'opensubtitles-v3']));
  });

  test('with a wrong type of its JSON is read nevertheless', async () => {
    addon.behave('mislabelled');
    expect(await sources()).toContain('opensubtitles-v3');
  });

  test('that was left out is retried later, and its rate limit is respected', async () => {
    addon.refuse({ status: 500 });
    rest.refuse({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await sources()).toEqual(new Set(['subdl']));
    addon.refuse();
    rest.refuse();
    // Another search, which the short cache of the first does not affect.
    expect((await send('en')).body).not.toEqual([]);
    expect(addon.count('/subtitles')).toBe(2);
    expect(rest.count('/api/v1/subtitles')).toBe(1);
  });

  test.each([
    ['a wrong key', json({ message: 'invalid key' }, 401), /rejected the API key/],
    ['an exhausted quota', json({ message: 'enough' }, 406), /quota is used up/],
    ['too many requests', { status: 429 }, /limits requests from this server/],
    ['a failure', { status: 503, body: 'secret words' }, /status 503/],
  ])('causes the error %s when no other responds', async (_what, response, message) => {
    for (const fake of [addon, rest, subdl]) fake.refuse(response);
    const { body, status, text } = await send();
    expect([status, body.message]).toEqual([502, expect.stringMatching(message)]);
    expect(body.message).toMatch(/^All subtitle services failed\. OpenSubtitles add-on: /);
    expect(text).not.toMatch(/secret words|127\.0\.0\.1/);
    for (const fake of [addon, rest, subdl]) fake.refuse();
  });

  test('is aborted when the only client leaves', async () => {
    for (const fake of [addon, rest, subdl]) fake.behave({ slowMs: 60_000 });
    const leaving = get(`${server.url}/subtitles/search?imdbId=${MOVIE.imdbId}`);
    leaving.on('error', () => undefined);
    await expect.poll(() => addon.count() + rest.count() + subdl.count()).toBe(3);
    leaving.destroy();
    await expect.poll(() => addon.left() + rest.left() + subdl.left()).toBe(3);
  });
});

describe('a file', () => {
  const UNAVAILABLE = /^failed to get caption data: /;

  beforeAll(start);
  afterAll(stop);

  async function received(fake: FakeService, url: string, change: () => void) {
    fake.forget();
    change();
    const { status, body, text, headers } = await request(server.url).get(url).buffer();
    return { status, body, text, headers };
  }
  // Files are cached, so each test uses another language.
  const ofAddon = async (change: () => void, language = 'en') =>
    received(addon, await linkTo('opensubtitles-v3', language), change);
  const ofSubdl = async (bytes: Buffer) =>
    received(subdl, await linkTo('subdl'), () => subdl.hold(bytes));

  test.each(['down', 'error', 'truncated', 'gigantic', 'redirectsToItself'] as const)(
    'of a service that is %s is an error',
    async (mode) => {
      const { status, body } = await ofAddon(() => addon.behave(mode));
      expect([status, body]).toMatchObject([502, { message: expect.stringMatching(UNAVAILABLE) }]);
    },
  );

  test('at a private address is not fetched, and the address is not revealed', async () => {
    const { status, text } = await ofAddon(() => addon.behave(INSIDE));
    expect(status).toBe(502);
    expect(text).not.toContain('127.0.0.1');
  });

  test('that is gone, or over a rate limit, is reported as such', async () => {
    const gone = await ofAddon(() => addon.refuse({ status: 404 }));
    expect([gone.status, gone.body.message]).toEqual([502, expect.stringMatching(/no longer has/)]);
    const busy = await ofAddon(() =>
      addon.refuse({ status: 429, headers: { 'retry-after': '7' } }),
    );
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '7']);
  });

  test('beyond the quota is not downloaded, and the reason is reported', async () => {
    const { status, body, headers } = await received(rest, await linkTo('opensubtitles'), () =>
      rest.setQuota(0),
    );
    expect([status, body.message]).toEqual([503, expect.stringMatching(/quota is used up/)]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('that is a page is not a subtitle, whatever its declared type', async () => {
    const { status, body } = await ofAddon(() => addon.behave('html'));
    expect([status, body.message]).toEqual([422, SUBTITLE_ERRORS.invalid]);
  });

  test('with the type of an image is read nevertheless', async () => {
    const { status, text } = await ofAddon(() => addon.behave('mislabelled'), 'cs');
    expect([status, text]).toEqual([200, expect.stringMatching(/^WEBVTT\n/)]);
  });

  test.each([
    ['is empty', '', SUBTITLE_ERRORS.empty],
    ['is blank', ' \r\n \r\n', SUBTITLE_ERRORS.empty],
    ['has no text', '1\n00:00:01,000 --> 00:00:02,000\n\n', SUBTITLE_ERRORS.invalid],
    ['is a script', '<script>alert(1)</script>', SUBTITLE_ERRORS.invalid],
  ])('that %s is refused with a message that clients know', async (_what, bytes, message) => {
    const { status, body } = await ofAddon(() => addon.hold(bytes));
    expect([status, body.message]).toEqual([422, message]);
  });

  test('of five megabytes is read, and not one byte more', async () => {
    const padded = (length: number): string => srt('Long').padEnd(length, '\n');
    const most = 5 * 1024 * 1024;
    expect((await ofAddon(() => addon.hold(padded(most)), 'pt')).status).toBe(200);
    const { status, body } = await ofAddon(() => addon.hold(padded(most + 1)));
    expect([status, body.message]).toEqual([502, expect.stringMatching(/5 MB/)]);
  });

  const NOTHING = Buffer.alloc(64 * 1024 * 1024);
  test.each([
    ['an archive bomb', zipOf({ name: 'a.srt', bytes: NOTHING })],
    ['an archive bomb with a false size', zipOf({ name: 'a.srt', bytes: NOTHING, claims: 100 })],
    ['a gzip bomb', gzipSync(NOTHING)],
    ['an archive without a subtitle', zipOf({ name: 'a.exe', bytes: Buffer.from('MZ') })],
    ['half an archive', zipOf({ name: 'a.srt', bytes: Buffer.from(srt('x')) }).subarray(0, 50)],
    ['a damaged archive', Buffer.from('PK\u0003\u0004 and so on')],
    ['a damaged gzip', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])],
  ])('that is %s is refused', async (_what, bytes) => {
    const { status, body } = await ofSubdl(bytes);
    expect([status, body]).toMatchObject([502, { message: expect.stringMatching(UNAVAILABLE) }]);
  });

  test.each(['endless', { slowMs: 60_000 }] as const)(
    'that arrives like this (%o) is aborted when its only reader leaves',
    async (mode) => {
      const url = await linkTo('opensubtitles-v3');
      addon.forget();
      addon.behave(mode);
      const leaving = get(server.url + url).on('error', () => undefined);
      await expect.poll(() => addon.count()).toBe(1);
      leaving.destroy();
      await expect.poll(() => addon.left()).toBe(1);
    },
  );
});
