// Recorded requests of movie-web clients and the responses of movie-web servers. Our responses may contain more.
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  requestLoginChallenge,
  requestRegistrationChallenge,
  completeLogIn,
  completeRegistration,
  logIn,
  loginOf,
  newKeys,
  PROFILE,
  register,
  registrationOf,
  type Member,
} from '../support/identity.ts';

let server: TestApp;
let member: Member;
beforeAll(async () => {
  server = await startTestApp();
  member = await register(server);
});
afterAll(() => server.close());

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
const TOKEN = expect.stringMatching(/^eyJhbGciOiJIUzI1NiIsInR5cCI6Ik/);
const DEVICE = 'of87r/yyxdD/60gMwMYjjA==.oxQZ35xHFUY=.+hWlWQ5hBio+OwpKtH8meg==';

/** Both generations' names for one field. */
const userOf = (publicKey: string) => ({
  id: expect.any(String),
  namespace: 'movie-web',
  publicKey,
  roles: [],
  permissions: [],
  nickname: expect.any(String),
  createdAt: TIME,
  lastLoggedIn: TIME,
  profile: PROFILE,
});
const sessionOf = (userId: unknown, device: string) => ({
  id: UUID,
  userId,
  user: userId,
  createdAt: TIME,
  accessedAt: TIME,
  expiresAt: TIME,
  device,
  userAgent: expect.any(String),
});

describe('authentication', () => {
  const keys = newKeys();
  const full = { token: TOKEN, user: userOf(keys.publicKey) };

  test('to a new account', async () => {
    const sent = {
      ...registrationOf(keys, await requestRegistrationChallenge(server)),
      device: DEVICE,
    };
    const { status, body } = await completeRegistration(server, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...full, session: sessionOf(body.user.id, DEVICE) });
  });

  test('again, from another device', async () => {
    const sent = { ...loginOf(keys, await requestLoginChallenge(server, keys)), device: 'another' };
    const { status, body } = await completeLogIn(server, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...full, session: sessionOf(body.user.id, 'another') });
  });

  test('without a device', async () => {
    const { device: _left, ...sent } = registrationOf(
      newKeys(),
      await requestRegistrationChallenge(server),
    );
    const { status, body } = await completeRegistration(server, sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errorType: 'validation',
      errors: [{ code: 'invalid_type', path: ['device'] }],
    });
  });
});

const MATRIX = {
  title: 'The Matrix',
  year: 1999,
  poster: 'https://image.tmdb.org/t/p/w342/x.jpg',
  type: 'movie',
};
const SERIES = { ...MATRIX, title: 'Breaking Bad', year: 2008, type: 'show' };
const PILOT = { seasonId: '3572', episodeId: '62085', seasonNumber: 1, episodeNumber: 1 };
const NESTED = { episode: { id: '62085', number: 1 }, season: { id: '3572', number: 1 } };
const WATCHED_MOVIE = { duration: 8160.5, watched: 8000.25, completed: true };
const PROVIDER = { tmdbId: '603', type: 'movie', title: 'The Matrix' };
const COLOURS = { colorA: '#111111', colorB: '#222222', icon: 'film' };

type Exchange = readonly [
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  /** Relative to the account if it starts with a dot. */
  path: string,
  sent: object | undefined,
  answer: unknown,
];

/** Runs in order: each exchange sees the state after the earlier ones. */
const EXCHANGES: readonly Exchange[] = [
  ['patch', '.', { profile: COLOURS }, { namespace: 'movie-web', profile: COLOURS }],
  [
    'post',
    './bookmarks/603',
    { tmdbId: '603', meta: MATRIX },
    { tmdbId: '603', meta: MATRIX, updatedAt: TIME },
  ],
  [
    'post',
    './bookmarks/614',
    { tmdbId: '614', meta: { ...MATRIX, foo: 'bar' }, group: ['g1'], favoriteEpisodes: ['e1'] },
    { tmdbId: '614', meta: MATRIX, group: ['g1'], favoriteEpisodes: ['e1'], updatedAt: TIME },
  ],
  [
    'put',
    './bookmarks',
    [
      { tmdbId: '603', meta: { ...MATRIX, title: 'Matrix (import)' } },
      { tmdbId: '1396', meta: SERIES },
    ],
    [
      { tmdbId: '603', meta: { ...MATRIX, title: 'Matrix (import)' }, updatedAt: TIME, group: [] },
      { tmdbId: '1396', meta: SERIES, updatedAt: TIME, group: [] },
    ],
  ],
  ['delete', './bookmarks/603', undefined, { tmdbId: '603', success: true }],
  [
    'put',
    './progress/603',
    { tmdbId: '603', meta: MATRIX, duration: 8160.5, watched: 1200.4 },
    { id: UUID, tmdbId: '603', meta: MATRIX, duration: 8161, watched: 1200, updatedAt: TIME },
  ],
  [
    'put',
    './progress/1396',
    { tmdbId: '1396', meta: SERIES, duration: 3480, watched: 600, ...PILOT },
    { id: UUID, ...NESTED, ...PILOT, meta: SERIES, duration: 3480, watched: 600, updatedAt: TIME },
  ],
  [
    'get',
    './progress',
    undefined,
    expect.arrayContaining([
      expect.objectContaining({ tmdbId: '603', duration: '8161', watched: '1200', meta: MATRIX }),
      expect.objectContaining({ ...NESTED, duration: '3480', watched: '600', meta: SERIES }),
    ]),
  ],
  [
    'delete',
    './progress/1396',
    { seasonId: '3572', episodeId: '62085' },
    { count: 1, tmdbId: '1396', episodeId: '62085', seasonId: '3572' },
  ],
  [
    'put',
    './settings',
    {
      applicationLanguage: 'fr',
      applicationTheme: 'blue',
      defaultSubtitleLanguage: 'de',
      proxyUrls: ['https://a.example', '|type=api|https://b.example'],
    },
    {
      id: expect.any(String),
      applicationTheme: 'blue',
      applicationLanguage: 'fr',
      defaultSubtitleLanguage: 'de',
      proxyUrls: ['https://a.example', '|type=api|https://b.example'],
    },
  ],
  [
    'put',
    './settings',
    { applicationTheme: null, proxyUrls: null },
    { applicationTheme: null, applicationLanguage: 'fr', proxyUrls: null },
  ],
  [
    'put',
    './watch-history/603',
    { tmdbId: '603', meta: MATRIX, ...WATCHED_MOVIE, watchedAt: '2024-05-01T10:00:00.000Z' },
    {
      success: true,
      id: UUID,
      tmdbId: '603',
      meta: MATRIX,
      ...WATCHED_MOVIE,
      seasonNumber: null,
      episodeNumber: null,
      watchedAt: '2024-05-01T10:00:00.000Z',
      updatedAt: TIME,
    },
  ],
  [
    'get',
    './watch-history',
    undefined,
    [{ tmdbId: '603', meta: MATRIX, duration: '8160.5', watched: '8000.25', completed: true }],
  ],
  [
    'post',
    '/metrics/providers',
    {
      items: [
        { ...PROVIDER, status: 'failed', providerId: 'prov1', embedId: 'emb1', errorMessage: 'x' },
        { ...PROVIDER, status: 'notfound', providerId: 'prov2' },
        { ...PROVIDER, status: 'success', providerId: 'prov3' },
      ],
      tool: 'extension',
      batchId: 'b'.repeat(32),
    },
    true,
  ],
];

const pathOf = (path: string): string => path.replace(/^\.\/?/, `/users/${member.user.id}/`);

test.each(EXCHANGES)('%s %s has the recorded response', async (method, path, sent, response) => {
  const { status, body } = await request(server.url)
    [method](pathOf(path).replace(/\/$/, ''))
    .set(member.headers)
    .send(sent);
  expect(status).toBe(200);
  // `toMatchObject` takes objects only.
  expect([body]).toMatchObject([response]);
});

describe('devices', () => {
  test('are listed, renamed and logged out', async () => {
    const other = await logIn(server, member.keys);
    const mine = `/users/${member.user.id}/sessions`;
    const { body: listed } = await request(server.url).get(mine).set(member.headers);
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatchObject(sessionOf(member.user.id, 'iv.name.tag'));
    const path = `/sessions/${other.session.id}`;
    const renamed = await request(server.url)
      .patch(path)
      .set(other.headers)
      .send({ deviceName: 'renamed.enc.name' });
    expect(renamed.body).toMatchObject({
      ...sessionOf(member.user.id, 'renamed.enc.name'),
      current: true,
    });
    const left = await request(server.url).delete(path).set(member.headers);
    expect([left.status, left.body]).toMatchObject([200, { id: other.session.id }]);
  });
});

test.each([
  [undefined, 401, 'Not logged in'],
  ['Bearer abc', 400, 'Invalid authentication'],
])('a request with %s is unauthenticated', async (authorization, status, message) => {
  const requested = request(server.url).get('/users/@me');
  if (authorization !== undefined) requested.set('authorization', authorization);
  const response = await requested;
  expect([response.status, response.body]).toMatchObject([
    status,
    { errorType: 'message', message },
  ]);
});
