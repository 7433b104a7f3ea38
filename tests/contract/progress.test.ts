import {
  deleteProgress,
  importProgress,
  listProgress,
  putProgress,
} from '@matinee/shared/contract/progress';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { episode, movie, POSTER, signedIn } from '../support/library.ts';

let server: TestApp;
let account: TestAccount;
let me: ReturnType<typeof signedIn>;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
});
beforeEach(async () => {
  account = await createTestAccount(server);
  me = signedIn(server, account);
});
afterAll(() => server.close());

const list = async () => listProgress.reply.parse((await me.get('/progress').expect(200)).body);
const put = async (item: ReturnType<typeof movie>) =>
  putProgress.reply.parse((await me.put(`/progress/${item.tmdbId}`, item).expect(200)).body);
const putAll = async (items: readonly object[]) =>
  importProgress.reply.parse((await me.put('/progress/import', [...items]).expect(200)).body);

const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('a movie is returned with numbers and listed with text', async () => {
  expect(await list()).toEqual([]);
  const { body } = await me.put(
    '/progress/603',
    movie('603', { watched: 1200.4, duration: 8160.5 }),
  );
  const meta = { title: 'Film 603', year: 1968, poster: POSTER, type: 'movie' };
  expect(putProgress.reply.parse(body)).toEqual(body);
  expect(body).toEqual({
    id: ID,
    userId: account.userId,
    tmdbId: '603',
    season: {},
    episode: {},
    seasonId: null,
    episodeId: null,
    seasonNumber: null,
    episodeNumber: null,
    meta,
    duration: 8161,
    watched: 1200,
    updatedAt: TIME,
  });
  expect(await list()).toEqual([
    {
      id: body.id,
      tmdbId: '603',
      season: { id: null, number: null },
      episode: { id: null, number: null },
      meta,
      duration: '8161',
      watched: '1200',
      updatedAt: body.updatedAt,
    },
  ]);
});

test('an episode has its season and its number, nested and flat', async () => {
  const saved = await put(episode('1396', 3));
  expect(saved).toMatchObject({
    season: { id: 's1396', number: 1 },
    episode: { id: 'e1396-3', number: 3 },
    seasonId: 's1396',
    episodeId: 'e1396-3',
    seasonNumber: 1,
    episodeNumber: 3,
  });
  expect(await list()).toMatchObject([{ id: saved.id, episode: { id: 'e1396-3', number: 3 } }]);
});

test('a repeated save keeps id, year and poster if they are missing, and replaces the rest', async () => {
  const first = await put(episode('1', 3));
  const renumbered = {
    seasonNumber: 0,
    episodeNumber: 4,
    duration: 1800,
    watched: 30,
    meta: { title: 'Renamed', type: 'tv' as const, year: null },
  };
  const saved = await put(episode('1', 3, renumbered));
  expect(saved).toMatchObject({
    ...renumbered,
    id: first.id,
    meta: { title: 'Renamed', type: 'show', year: 1959, poster: POSTER },
  });
  expect(await list()).toHaveLength(1);
});

test('the id in the path counts, and all spellings of "no season" are one movie', async () => {
  await put({ ...movie('1'), tmdbId: '1' });
  await me.put('/progress/1', { ...movie('2'), seasonId: '\n', episodeId: '' }).expect(200);
  await me.put('/progress/1', { ...movie('3'), seasonId: null, tmdbId: null }).expect(200);
  expect(await list()).toMatchObject([{ tmdbId: '1', meta: { title: 'Film 3' } }]);
});

test('the latest viewing wins, whichever arrives last', async () => {
  await put(movie('1', { watched: 5000, updatedAt: '2024-05-02T12:00:00+02:00' }));
  const stale = await put(movie('1', { watched: 100, updatedAt: '2024-05-02T09:59:59.999Z' }));
  expect(stale).toMatchObject({ watched: 5000, updatedAt: '2024-05-02T10:00:00.000Z' });
  const rewound = await put(movie('1', { watched: 7, updatedAt: '2024-05-02T10:00:00.001Z' }));
  expect(rewound.watched).toBe(7);
  expect(await list()).toMatchObject([{ watched: '7', updatedAt: '2024-05-02T10:00:00.001Z' }]);
});

test('times before the first client and after now are corrected', async () => {
  const early = await put(movie('1', { updatedAt: '0000-01-01T00:00:00Z' }));
  expect(early.updatedAt).toBe('2021-07-13T00:00:00.000Z');
  const before = Date.now();
  const late = await put(movie('2', { updatedAt: '9999-12-31T23:59:59Z' }));
  const unsaid = await put(movie('2', { watched: 1 }));
  for (const { updatedAt } of [late, unsaid]) {
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(updatedAt)).toBeLessThanOrEqual(Date.now());
  }
  expect(unsaid).toMatchObject({ id: late.id, watched: 1 });
});

test('an import adds missing items and keeps further progress', async () => {
  await put(movie('1', { watched: 500, duration: 900, updatedAt: '2024-05-02T00:00:00Z' }));
  await put(movie('2', { watched: 500, updatedAt: '2024-05-02T00:00:00Z' }));
  const response = await putAll([
    episode('3', 1, { updatedAt: '2020-01-01T00:00:00Z' }),
    movie('2', { watched: 500, meta: { title: 'Not further', type: 'movie', year: 1 } }),
    movie('1', { watched: 501, duration: 1000, updatedAt: '2024-05-01T00:00:00Z' }),
  ]);
  expect(response).toMatchObject([
    { tmdbId: '3', episodeNumber: 1, updatedAt: '2021-07-13T00:00:00.000Z' },
    { tmdbId: '2', watched: 500, meta: { title: 'Film 2' }, updatedAt: '2024-05-02T00:00:00.000Z' },
    { tmdbId: '1', watched: 501, duration: 1000, updatedAt: '2024-05-01T00:00:00.000Z' },
  ]);
  expect((await list()).map(({ id }) => id).toSorted()).toEqual(
    response.map(({ id }) => id).toSorted(),
  );
});

test('of a duplicate item in an import the furthest counts', async () => {
  const response = await putAll([
    movie('1', { watched: 10 }),
    episode('2', 1, { watched: 99 }),
    movie('1', { watched: 30, seasonId: '\n' }),
    movie('1', { watched: 20 }),
    episode('2', 1, { watched: 5 }),
    episode('2', 2),
  ]);
  expect(response.map(({ tmdbId, watched }) => [tmdbId, watched])).toEqual([
    ['1', 30],
    ['2', 99],
    ['2', 60],
  ]);
  expect(await list()).toHaveLength(3);
  expect(await putAll([])).toEqual([]);
});

test('an import restores deleted items, a late report does not', async () => {
  const updatedAt = '2024-05-01T00:00:00Z';
  await put(movie('1'));
  await me.delete('/progress/1').expect(200);
  const late = await put(movie('1', { updatedAt, watched: 77 }));
  expect(late).toMatchObject({ watched: 77, updatedAt: '2024-05-01T00:00:00.000Z' });
  expect(await list()).toEqual([]);
  await putAll([movie('1', { updatedAt })]);
  expect(await list()).toHaveLength(1);
});

test('a title is deleted completely, or by season and episode', async () => {
  await putAll([
    ...[1, 2, 3].map((number) => episode('1', number)),
    episode('1', 4, { seasonId: 'other' }),
    movie('2'),
  ]);
  const parts = { seasonId: 's1', episodeId: 'e1-1' };
  const one = await me.delete('/progress/1', parts).expect(200);
  expect(deleteProgress.reply.parse(one.body)).toEqual({
    success: true,
    count: 1,
    tmdbId: '1',
    ...parts,
  });
  const season = await me.delete('/progress/1', { seasonId: 's1' }).expect(200);
  expect(season.body).toEqual({ success: true, count: 2, tmdbId: '1', seasonId: 's1' });
  expect(await list()).toHaveLength(2);
  const rest = await me.delete('/progress/1').expect(200);
  expect(rest.body).toEqual({ success: true, count: 1, tmdbId: '1' });
  expect((await me.delete('/progress/1', {}).expect(200)).body.count).toBe(0);
  expect(await list()).toMatchObject([{ tmdbId: '2' }]);
});

test('a deletion of a season or a title applies to episodes reported late', async () => {
  const updatedAt = '2024-05-01T00:00:00Z';
  await me.delete('/progress/1', { seasonId: 's1' });
  await me.delete('/progress/2');
  await me.delete('/progress/3', { episodeId: 'e3-1' });
  await put(episode('1', 1, { updatedAt }));
  await put(episode('2', 1, { updatedAt }));
  await put(episode('3', 1, { updatedAt }));
  expect(await list()).toEqual([]);
  await put(episode('1', 1, { updatedAt, seasonId: 'other' }));
  await put(episode('3', 2, { updatedAt }));
  await put(episode('2', 1));
  expect(await list()).toHaveLength(3);
});

test.each([
  ['no meta', { ...movie('1'), meta: undefined }],
  ['an unknown type', { ...movie('1'), meta: { title: 'x', type: 'book' } }],
  ['a duration that is text', { ...movie('1'), duration: '5' }],
  ['a number too large for its column', { ...movie('1'), watched: 1e300 }],
  ['an episode number too large for its column', { ...movie('1'), episodeNumber: 3e9 }],
  ['an invalid time', { ...movie('1'), updatedAt: '2024-02-30T00:00:00Z' }],
  ['a time without a zone', { ...movie('1'), updatedAt: '2024-05-01T00:00:00' }],
])('progress with %s is refused', async (_what, item) => {
  const single = await me.put('/progress/1', item);
  const many = await me.put('/progress/import', [movie('2'), item]);
  expect([single.status, many.status]).toEqual([400, 400]);
  expect(many.body.errorType).toBe('validation');
  expect(many.body.errors[0].path[0]).toBe(1);
  expect(await list()).toEqual([]);
});

test('progress can be accessed by its owner only', async () => {
  const other = await createTestAccount(server);
  const path = `/users/${account.userId}/progress`;
  const calls = () => [
    request(server.url).get(path),
    request(server.url).put(`${path}/1`).send(movie('1')),
    request(server.url).put(`${path}/import`).send([]),
    request(server.url).delete(`${path}/1`),
  ];
  for (const call of calls()) {
    const { body } = await call.set(other.headers).expect(403);
    expect(body).toMatchObject({ message: 'Cannot modify user other than yourself' });
  }
  for (const call of calls()) {
    const { body } = await call.expect(401);
    expect(body).toMatchObject({ errorType: 'message', message: 'Not logged in' });
  }
});
