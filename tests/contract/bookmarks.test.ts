import {
  addBookmark,
  deleteBookmark,
  listBookmarks,
  putBookmarks,
} from '@matinee/shared/contract/bookmarks';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, POSTER, signedIn } from '../support/library.ts';

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

const list = async () => listBookmarks.reply.parse((await me.get('/bookmarks').expect(200)).body);
const byId = (a: { tmdbId: string }, b: { tmdbId: string }) => a.tmdbId.localeCompare(b.tmdbId);

test('saved bookmarks are listed', async () => {
  expect(await list()).toEqual([]);
  const { body } = await me.post('/bookmarks/603', bookmark('603')).expect(200);
  const added = addBookmark.reply.parse(body);
  expect(body).toEqual({
    tmdbId: '603',
    meta: { title: 'Film 603', year: 1968, poster: POSTER, type: 'movie' },
    group: [],
    favoriteEpisodes: [],
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(await list()).toEqual([added]);
});

test('the id in the path counts, and bare meta is a bookmark too', async () => {
  await me.post('/bookmarks/1', bookmark('2')).expect(200);
  const bare = { title: 'Bare', year: 1959, type: 'tv', group: 'Later' };
  const { body } = await me.post('/bookmarks/3', bare).expect(200);
  expect(body).toMatchObject({
    tmdbId: '3',
    meta: { title: 'Bare', type: 'show' },
    group: ['Later'],
  });
  expect((await list()).map(({ tmdbId }) => tmdbId).toSorted()).toEqual(['1', '3']);
});

test('saving an existing bookmark replaces it, and keeps fields that the client does not know', async () => {
  await me.post('/bookmarks/1', bookmark('1', { group: ['A'], favoriteEpisodes: ['e1'] }));
  const meta = { title: 'Renamed', year: null, type: 'a word of its own' };
  const known = { title: 'Renamed', year: 1968, poster: POSTER, type: 'a word of its own' };
  const { body } = await me.post('/bookmarks/1', { tmdbId: '1', meta }).expect(200);
  expect(body).toMatchObject({ meta: known, group: ['A'], favoriteEpisodes: ['e1'] });
  expect(await list()).toEqual([body]);

  const news = { title: 'Again', year: 1969, poster: 'https://image.test/new.jpg', type: 'movie' };
  const bare = { title: 'Again', type: 'movie' };
  await me.put('/bookmarks', [
    { tmdbId: '1', meta: news },
    { tmdbId: '1', meta: bare },
  ]);
  const change = { type: 'putBookmark', tmdbId: '1', updatedAt: new Date().toISOString() };
  await me.put('/changes', [{ ...change, meta: { ...bare, poster: null } }]).expect(200);
  expect(await list()).toMatchObject([{ meta: news, group: ['A'], favoriteEpisodes: ['e1'] }]);
});

test('groups and favorites change only when they are sent', async () => {
  await me.put('/bookmarks', [
    bookmark('1', { group: ['A', 'B'], favoriteEpisodes: ['e1'] }),
    bookmark('2', { group: ['A'], favoriteEpisodes: ['e2'] }),
  ]);
  const { body } = await me
    .put('/bookmarks', [bookmark('1', { group: [] }), bookmark('2', { favoriteEpisodes: null })])
    .expect(200);
  expect(putBookmarks.reply.parse(body)).toMatchObject([
    { tmdbId: '1', group: [], favoriteEpisodes: ['e1'] },
    { tmdbId: '2', group: ['A'], favoriteEpisodes: ['e2'] },
  ]);
  expect((await list()).toSorted(byId)).toEqual(body);
});

test('favorites are limited to the number of episodes of a series', async () => {
  const numbers = Array.from({ length: 5_000 }, (_, at) => String(10_000_000 + at));
  await me.post('/bookmarks/1', bookmark('1', { favoriteEpisodes: numbers })).expect(200);
  const stuff = Array.from({ length: 500 }, (_, at) => `${at}`.padEnd(255, 'x'));
  await me.post('/bookmarks/1', bookmark('1', { favoriteEpisodes: stuff })).expect(400);
  expect(await list()).toMatchObject([{ tmdbId: '1', favoriteEpisodes: numbers }]);
});

test('several bookmarks are returned in the order of the request, and of duplicate ids the last counts', async () => {
  const { body } = await me
    .put('/bookmarks', [
      bookmark('9', { group: ['A'] }),
      bookmark('1'),
      bookmark('9', { meta: { title: 'Last', type: 'movie', year: 2000 } }),
      bookmark('5'),
    ])
    .expect(200);
  expect(putBookmarks.reply.parse(body).map(({ tmdbId }) => tmdbId)).toEqual(['9', '1', '5']);
  expect(body[0]).toMatchObject({ meta: { title: 'Last' }, group: ['A'] });
  expect(await list()).toHaveLength(3);
  expect((await me.put('/bookmarks', []).expect(200)).body).toEqual([]);
});

test('20,000 bookmarks at once are stored, 20,001 are refused', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => bookmark(`${index}`));
  const { body } = await me.put('/bookmarks', many).expect(200);
  expect(body).toHaveLength(20_000);
  expect(await list()).toHaveLength(20_000);
  await me.put('/bookmarks', [...many, bookmark('x')]).expect(400);
});

test('the last save wins, and no save is in the future', async () => {
  const before = Date.now();
  const titled = (title: string, updatedAt: string) =>
    bookmark('1', { meta: { title, year: 1, type: 'movie' }, updatedAt });
  await me.post('/bookmarks/1', titled('newer', '2024-05-02T00:00:00Z')).expect(200);
  const older = await me.post('/bookmarks/1', titled('older', '2024-05-01T23:00:00Z')).expect(200);
  expect(older.body).toMatchObject({
    meta: { title: 'newer' },
    updatedAt: '2024-05-02T00:00:00.000Z',
  });
  const { body } = await me.post('/bookmarks/1', titled('tomorrow', '2999-01-01T00:00:00Z'));
  expect(body.meta.title).toBe('tomorrow');
  expect(Date.parse(body.updatedAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(body.updatedAt)).toBeLessThanOrEqual(Date.now());
});

test('deleting a missing bookmark gets the same response as an existing one', async () => {
  await me.post('/bookmarks/1', bookmark('1'));
  for (const _ of [1, 2]) {
    const { body } = await me.delete('/bookmarks/1').expect(200);
    expect(deleteBookmark.reply.parse(body)).toEqual({ tmdbId: '1', success: true });
    expect(await list()).toEqual([]);
  }
});

test('changes older than a deletion do not restore it, newer ones do', async () => {
  await me.delete('/bookmarks/1');
  const old = bookmark('1', { updatedAt: '2024-05-01T00:00:00Z', group: ['A'] });
  const { body } = await me.post('/bookmarks/1', old).expect(200);
  expect(addBookmark.reply.parse(body)).toMatchObject({
    group: ['A'],
    updatedAt: '2024-05-01T00:00:00.000Z',
  });
  expect(await list()).toEqual([]);
  await me.post('/bookmarks/1', bookmark('1')).expect(200);
  expect(await list()).toHaveLength(1);
});

test('unusual ids and lone surrogates are stored as far as text allows', async () => {
  const ids = ['a/b c', '__proto__', 'é🎬', "'; --"];
  for (const id of ids)
    await me.post(`/bookmarks/${encodeURIComponent(id)}`, bookmark(id)).expect(200);
  await me.put('/bookmarks', [bookmark('half \ud83c')]).expect(200);
  const stored = (await list()).map(({ tmdbId }) => tmdbId);
  expect(stored.toSorted()).toEqual([...ids, 'half \ufffd'].toSorted());
});

test.each([
  ['no meta', { tmdbId: '1' }],
  ['no title', { tmdbId: '1', meta: { type: 'movie' } }],
  ['a title that is too long', bookmark('1', { meta: { title: 'x'.repeat(501), type: 'movie' } })],
  ['a time without a zone', bookmark('1', { updatedAt: '2024-05-01T00:00:00' })],
  ['groups that are numbers', { ...bookmark('1'), group: [1] }],
])('a bookmark with %s is refused', async (_what, body) => {
  const added = await me.post('/bookmarks/1', body);
  const put = await me.put('/bookmarks', [body]);
  expect([added.status, put.status]).toEqual([400, 400]);
  expect(put.body.errorType).toBe('validation');
  expect(put.body.errors[0].path[0]).toBe(0);
  expect(await list()).toEqual([]);
});

test('bookmarks can be accessed by their owner only', async () => {
  const other = await createTestAccount(server);
  const path = `/users/${account.userId}/bookmarks`;
  const read = await request(server.url).get(path).set(other.headers).expect(403);
  expect(read.body.message).toBe('Cannot access other user information');
  for (const write of [
    request(server.url).put(path).send([]),
    request(server.url).post(`${path}/1`).send(bookmark('1')),
    request(server.url).delete(`${path}/1`),
  ]) {
    const { body } = await write.set(other.headers).expect(403);
    expect(body.message).toBe('Cannot modify user other than yourself');
  }
  const { body } = await request(server.url).get(path).expect(401);
  expect(body).toMatchObject({ errorType: 'message', message: 'Not logged in' });
});
