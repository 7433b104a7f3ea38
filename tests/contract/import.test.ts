// Imports into an account that already has data.
import { exportAccount, importAccount, type AccountExport } from '@matinee/shared/contract/export';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { putImport, readExport } from '../support/full-account.ts';
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

const at = (day: number): string => new Date(Date.UTC(2025, 2, day)).toISOString();

const HEAD = { format: 'matinee-export', version: 1 } as const;

async function take(sections: Partial<AccountExport> | object): Promise<AccountExport> {
  const { body } = await putImport(server, account, { ...HEAD, ...sections }).expect(200);
  importAccount.reply.parse(body);
  return readExport(server, account);
}

const progress = (tmdbId: string, watched: number, updatedAt: string) => ({
  id: 'of the other account',
  tmdbId,
  season: { id: null, number: null },
  episode: { id: null, number: null },
  meta: movie(tmdbId).meta,
  duration: '5760',
  watched: String(watched),
  updatedAt,
});

describe('merging', () => {
  test('never lowers progress, and keeps the furthest position', async () => {
    for (const id of ['1', '2'])
      await me.put(`/progress/${id}`, movie(id, { watched: 500, updatedAt: at(1) })).expect(200);
    const items = [progress('1', 400, at(9)), progress('2', 600, at(1)), progress('3', 1, at(2))];
    const document = await take({ progress: [...items, progress('3', 5, at(1))] });
    expect(document.progress.map(({ tmdbId, watched }) => [tmdbId, watched])).toEqual([
      ['1', '500'],
      ['2', '600'],
      ['3', '5'],
    ]);
  });

  test('keeps the newer bookmark, and later deletions', async () => {
    await me.put('/bookmarks', [bookmark('1', { group: ['here'], updatedAt: at(5) })]).expect(200);
    await me.put('/bookmarks', [bookmark('2', { group: ['here'], updatedAt: at(1) })]).expect(200);
    await me.delete('/bookmarks/3').expect(200);
    const document = await take({
      bookmarks: ['2', '1', '3'].flatMap((id) => [
        bookmark(id, { group: ['there'], updatedAt: at(3) }),
        bookmark(id, { group: ['older'], updatedAt: at(2) }),
      ]),
    });
    expect(document.bookmarks.map(({ tmdbId, group }) => [tmdbId, group])).toEqual([
      ['1', ['here']],
      ['2', ['there']],
    ]);
  });

  test('fills in unset settings, and changes no others, not even cleared ones', async () => {
    await me
      .put('/settings', { applicationTheme: 'teal', traktKey: null, proxyUrls: [] })
      .expect(200);
    const values = {
      applicationTheme: 'red',
      traktKey: 'k',
      proxyUrls: ['x'],
      enableDiscover: true,
    };
    const { settings } = await take({ settings: { values } });
    expect(settings?.values).toEqual({
      applicationTheme: 'teal',
      traktKey: null,
      proxyUrls: [],
      enableDiscover: true,
    });
  });

  test('puts new groups after existing ones', async () => {
    await me.put('/group-order', ['b', 'a']).expect(200);
    expect((await take({ groupOrder: ['a', 'c', 'b', 'd'] })).groupOrder).toEqual([
      'b',
      'a',
      'c',
      'd',
    ]);
  });

  test('keeps the newer rating and the newer viewing', async () => {
    await me.post('/ratings', { tmdb_id: 1, type: 'movie', rating: 9 }).expect(200);
    const watched = { ...movie('1'), watched: 1.5, watchedAt: at(5) };
    await me.put('/watch-history/1', watched).expect(200);
    const rating = (tmdb_id: number, value: number, ratedAt: string) => ({
      tmdb_id,
      type: 'movie',
      rating: value,
      ratedAt,
    });
    const seen = { ...watched, completed: true, duration: '10.25', watched: '9.5' };
    const document = await take({
      ratings: [rating(1, 2, at(1)), rating(2, 7, at(2)), rating(2, 3, at(1))],
      watchHistory: [
        { ...seen, watchedAt: at(4) },
        { ...seen, tmdbId: '2', watchedAt: at(6) },
      ],
    });
    expect(document.ratings.map(({ tmdb_id, rating: value }) => [tmdb_id, value])).toEqual([
      [1, 9],
      [2, 7],
    ]);
    expect(document.watchHistory.map(({ tmdbId, watched: seconds }) => [tmdbId, seconds])).toEqual([
      ['2', '9.5'],
      ['1', '1.5'],
    ]);
  });

  test('adds to lists and removes nothing; the newer name stays', async () => {
    const list = {
      id: 'a list of another server',
      name: 'Old',
      description: null,
      public: false,
      created_at: at(1),
      updated_at: at(2),
    };
    const item = (tmdb_id: string) => ({ tmdb_id, type: 'movie', added_at: at(1) });
    await take({ lists: [{ ...list, list_items: [item('1')] }] });
    const newer = { ...list, name: 'New', updated_at: at(3), list_items: [item('2')] };
    const document = await take({ lists: [newer, { ...list, list_items: [item('3')] }] });
    expect(document.lists.map(({ name, list_items }) => [name, list_items.length])).toEqual([
      ['New', 3],
    ]);
  });

  test('accepts no time in the future', async () => {
    const { bookmarks, progress: items } = await take({
      bookmarks: [bookmark('1', { updatedAt: '2999-01-01T00:00:00Z' })],
      progress: [progress('1', 1, '2999-01-01T00:00:00Z')],
    });
    for (const { updatedAt } of [...bookmarks, ...items])
      expect(Date.parse(updatedAt)).toBeLessThanOrEqual(Date.now());
  });

  test('twenty times at once has the effect of one', async () => {
    const items = Array.from({ length: 30 }, (_, index) => progress(`${index}`, index, at(1)));
    const document = { ...HEAD, progress: items, groupOrder: ['a', 'b'], settings: { values: {} } };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => putImport(server, account, document)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { progress: stored, groupOrder } = await readExport(server, account);
    expect([stored.length, groupOrder]).toEqual([30, ['a', 'b']]);
  });
});

describe('a document', () => {
  test('of another version is refused, with the supported one', async () => {
    const { body } = await putImport(server, account, { ...HEAD, version: 2 }).expect(400);
    expect(body.errors).toMatchObject([
      { path: ['version'], message: 'This export has version 2. This server reads version 1.' },
    ]);
  });

  test('of another type is refused by name', async () => {
    const { body } = await putImport(server, account, { version: 1 }).expect(400);
    expect(body.errors).toMatchObject([
      { path: ['format'], message: "This isn't an export of a Matinee account." },
    ]);
  });

  test('with one error changes nothing', async () => {
    const before = await readExport(server, account);
    const bad = { tmdb_id: 1, type: 'movie', rating: 11, ratedAt: at(1) };
    const document = { ...HEAD, bookmarks: [bookmark('1')], ratings: [bad] };
    await putImport(server, account, document).expect(400);
    for (const seconds of ['', 'long', 'NaN', '1e999']) {
      const items = [{ ...progress('1', 1, at(1)), watched: seconds }];
      await putImport(server, account, { ...HEAD, progress: items }).expect(400);
    }
    expect({ ...(await readExport(server, account)), exportedAt: '' }).toEqual({
      ...before,
      exportedAt: '',
    });
  });

  test('may leave sections out', async () => {
    const { body } = await putImport(server, account, HEAD).expect(200);
    expect(new Set(Object.values(importAccount.reply.parse(body).counts))).toEqual(new Set([0]));
  });

  test('of ten thousand items is exported and imported', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => progress(`${index}`, index, at(1)));
    const document = await take({ progress: items });
    expect(document.progress).toHaveLength(10_000);
    const other = await createTestAccount(server);
    await putImport(server, other, document).expect(200);
    const { progress: copy } = await readExport(server, other);
    const withoutId = (item: AccountExport['progress'][number]) => ({ ...item, id: '' });
    expect(copy.map(withoutId)).toEqual(document.progress.map(withoutId));
  });

  test('of more than eight mebibytes is too large', async () => {
    await putImport(server, account, { ...HEAD, padding: 'x'.repeat(8 * 1024 * 1024) }).expect(413);
  });
});

describe('access', () => {
  test('is limited to the owner', async () => {
    const { headers } = await createTestAccount(server);
    const own = `/users/${account.userId}`;
    const read = await request(server.url).get(`${own}/export`).set(headers).expect(403);
    expect(read.body.message).toBe(exportAccount.forbidden);
    const written = await request(server.url)
      .put(`${own}/import`)
      .set(headers)
      .send({})
      .expect(403);
    expect(written.body.message).toBe('Cannot modify user other than yourself');
    await request(server.url).get(`${own}/export`).expect(401);
    await request(server.url).put(`${own}/import`).send({}).expect(401);
  });

  test('is limited to five times in ten minutes', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    const client = await createTestAccount(limited);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await putImport(limited, client, HEAD)).status);
    await limited.close();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
