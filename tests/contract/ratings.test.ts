import { addRating, listRatings } from '@matinee/shared/contract/ratings';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signedIn } from '../support/library.ts';

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

const read = async () =>
  listRatings.reply.parse((await me.get('/ratings').expect(200)).body).ratings;

describe('ratings', () => {
  test('are empty at first', async () => {
    const { body } = await me.get('/ratings').expect(200);
    expect(body).toEqual({ userId: account.userId, ratings: [] });
  });

  test('are stored once for each title, and a second one replaces the first', async () => {
    const movie = { tmdb_id: 9_007_199_254_740_991, type: 'movie', rating: 7.5 };
    const { body } = await me.post('/ratings', movie).expect(200);
    expect(addRating.reply.parse(body)).toEqual({ userId: account.userId, rating: movie });
    await me.post('/ratings', { ...movie, type: 'tv', rating: 0 }).expect(200);
    await me.post('/ratings', { ...movie, rating: 10 }).expect(200);
    expect(await read()).toEqual([
      { ...movie, rating: 10 },
      { ...movie, type: 'tv', rating: 0 },
    ]);
  });

  test('of twenty titles at the same time are all stored', async () => {
    const ratings = Array.from({ length: 20 }, (_, tmdb_id) => ({
      tmdb_id,
      type: 'movie',
      rating: tmdb_id / 2,
    }));
    const responses = await Promise.all(ratings.map((rating) => me.post('/ratings', rating)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await read()).toEqual(ratings);
  });

  test('of one title by twenty callers at the same time become one', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        me.post('/ratings', { tmdb_id: 1, type: 'tv', rating: index / 2 }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await read()).toHaveLength(1);
  });

  test.each([
    [{ tmdb_id: 1, type: 'movie', rating: 10.5 }],
    [{ tmdb_id: 1, type: 'movie', rating: -1 }],
    [{ tmdb_id: 1.5, type: 'movie', rating: 1 }],
    [{ tmdb_id: '1', type: 'movie', rating: 1 }],
    [{ tmdb_id: 1, type: 'person', rating: 1 }],
    [{}],
  ])('are refused as %j', async (body) => {
    const response = await me.post('/ratings', body).expect(400);
    expect(response.body.errorType).toBe('validation');
    expect(await read()).toEqual([]);
  });

  test('can be accessed by their owner only', async () => {
    const { headers } = await createTestAccount(server);
    const path = `/users/${account.userId}/ratings`;
    const got = await request(server.url).get(path).set(headers).expect(403);
    expect(got.body.message).toBe('Cannot access other user information');
    const written = await request(server.url).post(path).set(headers).send({}).expect(403);
    expect(written.body.message).toBe('Cannot modify user other than yourself');
    await request(server.url).get(path).expect(401);
    await request(server.url).post(path).send({}).expect(401);
  });
});
