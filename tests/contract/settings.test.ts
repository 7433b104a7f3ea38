import { getSettings, putSettings } from '@matinee/shared/contract/settings';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, movie, signedIn } from '../support/library.ts';

let server: TestApp;
let account: TestAccount;
let me: ReturnType<typeof signedIn>;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  account = await createTestAccount(server);
  me = signedIn(server, account);
});
afterAll(() => server.close());

const read = async () => getSettings.reply.parse((await me.get('/settings').expect(200)).body);
const put = async (patch: object) =>
  putSettings.reply.parse((await me.put('/settings', patch).expect(200)).body);

describe('settings', () => {
  test('are only an id before anything was set', async () => {
    expect(await read()).toEqual({ id: account.userId });
  });

  test('that are absent from a write stay, null clears, and an empty list stays an empty list', async () => {
    await put({ applicationTheme: 'teal', applicationLanguage: 'de', proxyUrls: ['https://a'] });
    const response = await put({ applicationTheme: null, proxyUrls: [], enableAutoplay: false });
    expect(response).toEqual({
      id: account.userId,
      applicationTheme: null,
      applicationLanguage: 'de',
      proxyUrls: [],
      enableAutoplay: false,
    });
    expect(await read()).toEqual(response);
    expect(await put({})).toEqual(response);
  });

  test('keep every character', async () => {
    const awkward = {
      proxyUrls: ['https://a/?x=1,2', '"quoted"', '{braces}', 'back\\slash', 'NULL', '', 'Zoë 🎬'],
      customTheme: { primary: '#fff', secondary: "'", tertiary: ';--' },
      keyboardShortcuts: { skip: { key: '"', repeat: 2 }, 'a,b': ['x', null], off: null },
      debridToken: 'a"b,c{d}e\\f',
    };
    await put(awkward);
    expect(await read()).toEqual({ id: account.userId, ...awkward });
  });

  test('with unknown fields are stored without them', async () => {
    expect(await put({ applicationTheme: 'blue', surprise: 1, id: 'somebody' })).toEqual({
      id: account.userId,
      applicationTheme: 'blue',
    });
  });

  test('store a lone surrogate as the replacement character', async () => {
    const half = String.raw`{"traktKey":"a\ud800","keyboardShortcuts":{"\udc00":["\ud800"]}}`;
    const { body } = await request(server.url)
      .put(`/users/${account.userId}/settings`)
      .set({ ...account.headers, 'content-type': 'application/json' })
      .send(half)
      .expect(200);
    expect(putSettings.reply.parse(body)).toMatchObject({
      traktKey: 'a\uFFFD',
      keyboardShortcuts: { '\uFFFD': ['\uFFFD'] },
    });
  });

  test('that twenty callers write first at the same time make one row in which nothing is lost', async () => {
    const members = [
      'enableAutoplay enableSkipCredits enableDiscover enableImageLogos enableThumbnails enableFeatured',
      'enableDetailsModal enableCarouselView enableMinimalCards forceCompactEpisodeView enableSourceOrder',
      'enableEmbedOrder proxyTmdb enableLowPerformanceMode enableNativeSubtitles enableHoldToBoost',
      'manualSourceSelection enableDoubleClickToSeek enablePauseOverlay enableAutoSkipSegments',
    ]
      .join(' ')
      .split(' ');
    const responses = await Promise.all(
      members.map((member) => me.put('/settings', { [member]: true })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const all = Object.fromEntries(members.map((member) => [member, true]));
    expect(await read()).toEqual({ id: account.userId, ...all });
    const rows = await server.deps.database.query('SELECT 1 FROM settings WHERE user_id = $1', [
      account.userId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('of a new account are written together with its other first data, and nothing is refused or lost', async () => {
    const { settings } = server.deps.services;
    // Bypasses the queue of an account's writes, like two servers on one database.
    const direct = ['applicationTheme', 'applicationLanguage', 'debridToken', 'traktKey'].map(
      (member) => settings.put(account.userId, { [member]: 'x' }),
    );
    const responses = await Promise.all([
      me.put('/settings', { enableAutoplay: true }),
      me.post('/ratings', { tmdb_id: 1, type: 'movie', rating: 3 }),
      me.put('/bookmarks', [bookmark('1')]),
      me.put('/progress/import', [movie('1')]),
      me.put('/group-order', ['A']),
    ]);
    await Promise.all(direct);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await read()).toEqual({
      id: account.userId,
      applicationTheme: 'x',
      applicationLanguage: 'x',
      debridToken: 'x',
      traktKey: 'x',
      enableAutoplay: true,
    });
  });

  test.each([
    [{ applicationTheme: 1 }],
    [{ proxyUrls: 'https://a' }],
    [{ enableAutoplay: 'yes' }],
    [{ traktKey: 'x'.repeat(1_001) }],
    [{ customTheme: { primary: '#fff' } }],
    [{ keyboardShortcuts: { a: { b: { c: {} } } } }],
    [
      {
        keyboardShortcuts: Object.fromEntries(
          Array.from({ length: 200 }, (_, i) => [i, 'x'.repeat(199)]),
        ),
      },
    ],
    [[]],
  ])('are refused as %j', async (body) => {
    const response = await me.put('/settings', body).expect(400);
    expect(response.body.errorType).toBe('validation');
    expect(await read()).toEqual({ id: account.userId });
  });

  test('with thousands of shortcuts are refused before each is validated', async () => {
    const keyboardShortcuts = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, i) => [i, [[]]]),
    );
    const response = await me.put('/settings', { keyboardShortcuts }).expect(400);
    expect(response.body.errors).toMatchObject([{ message: 'too large' }]);
  });

  test('can be accessed by their owner only', async () => {
    const { headers } = await createTestAccount(server);
    const path = `/users/${account.userId}/settings`;
    const got = await request(server.url).get(path).set(headers).expect(403);
    expect(got.body.message).toBe('Cannot get other user information');
    const written = await request(server.url).put(path).set(headers).send({}).expect(403);
    expect(written.body.message).toBe('Cannot modify user other than yourself');
    await request(server.url).get(path).expect(401);
    await request(server.url).put(path).send({}).expect(401);
  });
});
