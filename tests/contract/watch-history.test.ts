import {
  deleteWatchHistory,
  importWatchHistory,
  listWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
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

const at = (day: number): string => new Date(Date.UTC(2025, 0, day)).toISOString();

const movie = (tmdbId: string, rest: object = {}) => ({
  tmdbId,
  meta: { title: `Film ${tmdbId}`, year: 1968, type: 'movie' },
  duration: 5760.25,
  watched: 100.5,
  watchedAt: at(1),
  ...rest,
});

const episode = (tmdbId: string, number: number, rest: object = {}) => ({
  ...movie(tmdbId, { meta: { title: `Series ${tmdbId}`, year: 1959, poster: '/p', type: 'tv' } }),
  seasonId: 's1',
  episodeId: `e${number}`,
  seasonNumber: 0,
  episodeNumber: number,
  ...rest,
});

const read = async () =>
  listWatchHistory.reply.parse((await me.get('/watch-history').expect(200)).body);

describe('one item', () => {
  test('is returned flat and read back with its decimals, under the id of the path', async () => {
    const { body } = await me.put('/watch-history/10', movie('other')).expect(200);
    expect(putWatchHistory.reply.parse(body)).toEqual({
      success: true,
      id: expect.any(String),
      userId: account.userId,
      tmdbId: '10',
      seasonId: null,
      episodeId: null,
      seasonNumber: null,
      episodeNumber: null,
      meta: { title: 'Film other', year: 1968, type: 'movie' },
      duration: 5760.25,
      watched: 100.5,
      watchedAt: at(1),
      completed: false,
      updatedAt: expect.any(String),
    });
    expect(await read()).toEqual([
      {
        tmdbId: '10',
        season: {},
        episode: {},
        meta: { title: 'Film other', year: 1968, type: 'movie' },
        duration: '5760.25',
        watched: '100.5',
        watchedAt: at(1),
        completed: false,
      },
    ]);
  });

  test('is replaced by a later viewing, not by a later write', async () => {
    await me.put('/watch-history/1', movie('1', { watchedAt: at(5), completed: true })).expect(200);
    const late = await me.put('/watch-history/1', movie('1', { watchedAt: at(4), watched: 1 }));
    expect(late.body).toMatchObject({ watchedAt: at(5), watched: 100.5, completed: true });
    const next = await me.put('/watch-history/1', movie('1', { watchedAt: at(6), watched: 1 }));
    expect(next.body).toMatchObject({ watchedAt: at(6), watched: 1, completed: false });
    expect(await read()).toHaveLength(1);
  });

  test('cannot have been watched in the future, nor before the service existed', async () => {
    const before = Date.now();
    await me.put('/watch-history/1', movie('1', { watchedAt: '2999-01-01T00:00:00Z' })).expect(200);
    await me.put('/watch-history/2', movie('2', { watchedAt: '1999-01-01T00:00:00Z' })).expect(200);
    const [future, past] = await read();
    expect(Date.parse(future?.watchedAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(Date.parse(future?.watchedAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(past?.watchedAt).toBe('2021-07-13T00:00:00.000Z');
  });

  test('of an adopted database has a newline for a missing id', async () => {
    const odd = movie('1', {
      seasonId: '\n',
      episodeId: '\n',
      seasonNumber: null,
      completed: null,
    });
    const { body } = await me.put('/watch-history/1', odd).expect(200);
    expect(body).toMatchObject({ seasonId: null, episodeId: null });
    await me.put('/watch-history/1', movie('1')).expect(200);
    expect(await read()).toHaveLength(1);
  });

  test('written twenty times at the same time is one row', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, day) =>
        me.put('/watch-history/1', movie('1', { watchedAt: at(day + 1) })),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await read()).map(({ watchedAt }) => watchedAt)).toEqual([at(20)]);
  });
});

describe('many items', () => {
  test('are stored under their own ids on every route, even when they are one or none', async () => {
    for (const path of ['/watch-history/import', '/watch-history/7']) {
      const { body } = await me.put(path, [movie('1')]).expect(200);
      expect(importWatchHistory.reply.parse(body)).toMatchObject({ count: 1 });
      expect(body.items[0].tmdbId).toBe('1');
      const none = await me.put(path, []).expect(200);
      expect(none.body).toEqual({ success: true, count: 0, items: [] });
    }
    expect((await read()).map(({ tmdbId }) => tmdbId)).toEqual(['1']);
  });

  test('are read newest first', async () => {
    await me
      .put(
        '/watch-history/import',
        [2, 3, 1].map((day) => movie(`${day}`, { watchedAt: at(day) })),
      )
      .expect(200);
    expect((await read()).map(({ tmdbId }) => tmdbId)).toEqual(['3', '2', '1']);
  });

  test('that are duplicates are merged, the newest counts, and the response has what is stored', async () => {
    await me.put('/watch-history/1', movie('1', { watchedAt: at(9) })).expect(200);
    const { body } = await me
      .put('/watch-history/import', [
        movie('1', { watchedAt: at(2) }),
        episode('2', 1, { watchedAt: at(3), completed: true }),
        episode('2', 1, { watchedAt: at(2) }),
        episode('2', 2),
      ])
      .expect(200);
    const { items } = importWatchHistory.reply.parse(body);
    expect(
      items.map(({ tmdbId, episodeId, seasonNumber, watchedAt, completed, meta }) => [
        tmdbId,
        episodeId,
        seasonNumber,
        watchedAt,
        completed,
        meta.type,
      ]),
    ).toEqual([
      ['1', null, null, at(9), false, 'movie'],
      ['2', 'e1', 0, at(3), true, 'show'],
      ['2', 'e2', 0, at(1), false, 'show'],
    ]);
  });

  test('in parallel imports of opposite order are stored once each', async () => {
    const items = Array.from({ length: 50 }, (_, index) => movie(`${index}`));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        me.put('/watch-history/import', index % 2 ? items : items.toReversed()),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await read()).toHaveLength(50);
  });

  test('may be twenty thousand', async () => {
    const items = Array.from({ length: 20_000 }, (_, index) => episode('1', index));
    const { body } = await me.put('/watch-history/import', items).expect(200);
    expect(body.count).toBe(20_000);
    expect(await read()).toHaveLength(20_000);
    await me.put('/watch-history/import', [...items, movie('2')]).expect(400);
  });
});

describe('deleting', () => {
  beforeEach(async () => {
    const items = [
      episode('1', 1),
      episode('1', 2),
      episode('1', 3, { seasonId: 's2' }),
      movie('2'),
    ];
    await me.put('/watch-history/import', items).expect(200);
  });

  test.each([
    [undefined, 3],
    [{}, 3],
    [{ seasonId: 's1' }, 2],
    [{ seasonId: 's1', episodeId: 'e1' }, 1],
    [{ seasonId: 's3' }, 0],
    [{ seasonId: '\n', episodeId: null }, 3],
  ])('limited to %j deletes %i', async (parts, count) => {
    const { body } = await me.delete('/watch-history/1', parts).expect(200);
    expect(deleteWatchHistory.reply.parse(body)).toMatchObject({ tmdbId: '1', count });
    expect(await read()).toHaveLength(4 - count);
  });
});

describe('the watch history', () => {
  test.each([
    ['/watch-history/1', movie('1', { watchedAt: undefined })],
    ['/watch-history/1', movie('1', { watchedAt: '2025-01-01T00:00:00' })],
    ['/watch-history/1', movie('1', { duration: 'long' })],
    ['/watch-history/1', movie('1', { meta: { title: 'x', type: 'play' } })],
    ['/watch-history/1', [movie('1'), {}]],
    ['/watch-history/import', movie('1')],
  ])('rejects an invalid item at %s: %j', async (path, body) => {
    const response = await me.put(path, body).expect(400);
    expect(response.body.errorType).toBe('validation');
    expect(await read()).toEqual([]);
  });

  test('can be accessed by its owner only', async () => {
    const { headers } = await createTestAccount(server);
    const own = `/users/${account.userId}/watch-history`;
    for (const call of [
      () => request(server.url).get(own),
      () => request(server.url).put(`${own}/1`).send(movie('1')),
      () => request(server.url).put(`${own}/import`).send([]),
      () => request(server.url).delete(`${own}/1`),
    ]) {
      const { body } = await call().set(headers).expect(403);
      expect(body.message).toBe('Cannot modify user other than yourself');
      await call().expect(401);
    }
  });
});
