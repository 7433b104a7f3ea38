// Limits of the bytes that one account may store.
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fillAccount, putImport, readExport } from '../support/full-account.ts';
import { bookmark, episode, movie, signedIn } from '../support/library.ts';

const MEBIBYTE = 1024 * 1024;

let server: TestApp;
let account: TestAccount;
let me: ReturnType<typeof signedIn>;
beforeAll(async () => {
  server = await startTestApp({ ACCOUNT_MAX_MIB: '1' });
});
beforeEach(async () => {
  account = await createTestAccount(server);
  me = signedIn(server, account);
});
afterAll(() => server.close());

const sql = (text: string, ...values: readonly unknown[]) =>
  server.deps.database.query<{ bytes: string }>(text, values);

const usedBytes = async ({ userId } = account): Promise<number> =>
  Number((await sql('SELECT bytes FROM account_bytes WHERE user_id = $1', userId))[0]?.bytes ?? 0);

/** The bytes that the triggers should have counted. */
const COUNTED = {
  bookmarks: 'tmdb_id, type, title, poster, groups, favorite_episodes',
  progress: 'tmdb_id, season_id, episode_id, type, title, poster',
  watch_history: 'tmdb_id, season_id, episode_id, type, title, poster',
  ratings: 'type',
  lists: 'name, description',
  list_items: 'type, tmdb_id',
  settings: '"values"',
  group_order: 'groups',
  deletions: 'tmdb_id, season_id, episode_id',
};

async function storedBytes({ userId } = account): Promise<number> {
  let total = 0;
  for (const [table, columns] of Object.entries(COUNTED)) {
    const [row] = await sql(
      `SELECT COALESCE(sum(100 + octet_length(concat(${columns}))), 0) AS bytes FROM ${table} WHERE user_id = $1`,
      userId,
    );
    total += Number(row?.bytes);
  }
  return total;
}

/** Sets the used bytes, as if the account had been filled. */
const fill = (bytes: number, { userId } = account) =>
  sql(
    `INSERT INTO account_bytes (user_id, bytes) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET bytes = excluded.bytes`,
    userId,
    bytes,
  );

describe('the size of an account', () => {
  test('is that of its rows, for all kinds of writes, changes and deletions', async () => {
    await fillAccount(server, account);
    expect(await usedBytes()).toBe(await storedBytes());
    expect(await usedBytes()).toBeGreaterThan(1_000);
    await me.put('/bookmarks', [bookmark('101'), bookmark('new', { group: ['a'.repeat(200)] })]);
    await me.put('/progress/103', movie('103', { watched: 4_000 }));
    await me.delete('/progress/104', {}).expect(200);
    await me.delete('/watch-history/106', {}).expect(200);
    await me.put('/settings', { applicationTheme: 'a longer theme' }).expect(200);
    await me.put('/group-order', []).expect(200);
    expect(await usedBytes()).toBe(await storedBytes());
    const { lists } = (await me.get('/lists').expect(200)).body;
    await request(server.url)
      .delete(`/users/${account.userId}/lists/${lists[0].id}`)
      .set(account.headers)
      .expect(200);
    expect(await usedBytes()).toBe(await storedBytes());
    const document = await readExport(server, account);
    expect(document.storage).toEqual({ usedBytes: await usedBytes(), maxBytes: MEBIBYTE });
    await me.delete('').expect(200);
    expect(await sql('SELECT bytes FROM account_bytes WHERE user_id = $1', account.userId)).toEqual(
      [],
    );
  });
});

describe('an account past its quota', () => {
  const full = expect.objectContaining({
    errorType: 'message',
    message:
      'The account is full (1 MiB). Delete bookmarks, progress, watch history or lists before you add more.',
  });
  const watched = { ...movie('1'), watchedAt: '2026-01-01T00:00:00.000Z' };

  beforeEach(async () => {
    await me
      .put('/bookmarks', [
        bookmark('kept'),
        bookmark('other', { group: ['g'.repeat(250), 'h'.repeat(250)] }),
      ])
      .expect(200);
    await me.put('/progress/kept', movie('kept', { watched: 1 })).expect(200);
    await fill(MEBIBYTE);
  });

  test('gets an error for every kind of write, which says what to delete', async () => {
    const document = await readExport(server, account);
    const changes = [
      { type: 'putProgress', ...movie('new'), updatedAt: '2026-01-01T00:00:00.000Z' },
    ];
    const denied = [
      me.post('/bookmarks/new', bookmark('new')),
      me.put('/bookmarks', [bookmark('new')]),
      me.put('/progress/new', movie('new')),
      me.put('/progress/import', [movie('new')]),
      me.put('/changes', changes),
      me.put('/watch-history/1', watched),
      me.put('/watch-history/import', [watched]),
      me.post('/ratings', { tmdb_id: 1, type: 'movie', rating: 1 }),
      me.post('/lists', { name: 'New' }),
      me.put('/settings', { applicationTheme: 'teal' }),
      me.put('/group-order', ['new']),
      putImport(server, account, {
        ...document,
        bookmarks: [bookmark('new')],
      }),
    ];
    for (const response of await Promise.all(denied)) {
      expect([response.status, response.body]).toEqual([409, full]);
    }
    expect(await usedBytes()).toBe(MEBIBYTE);
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('keeps its data, and can read, continue watching, export and delete', async () => {
    expect((await me.get('/bookmarks').expect(200)).body).toHaveLength(2);
    await me.put('/progress/kept', movie('kept', { watched: 99 })).expect(200);
    expect((await readExport(server, account)).bookmarks).toHaveLength(2);
    await me.delete('/bookmarks/other').expect(200);
    expect(await usedBytes()).toBeLessThan(MEBIBYTE);
    await me.put('/bookmarks', [bookmark('a')]).expect(200);
  });

  test('can delete missing items, and keeps no tombstones of them', async () => {
    await me.delete('/bookmarks/absent').expect(200);
    const absent = { type: 'deleteProgress', updatedAt: '2026-01-01T00:00:00.000Z' };
    const deletions = Array.from({ length: 100 }, (_, id) => ({ ...absent, tmdbId: `${id}` }));
    const { body } = await me.put('/changes', deletions).expect(200);
    expect(body).toEqual({ applied: 100, outdated: 0 });
    expect(await usedBytes()).toBe(MEBIBYTE);
    const document = await readExport(server, account);
    expect(document.deletions).toEqual([]);
    const tombstone = {
      kind: 'bookmark',
      tmdbId: 'x'.repeat(200),
      seasonId: null,
      episodeId: null,
      deletedAt: '2026-01-01T00:00:00.000Z',
    };
    await putImport(server, account, { ...document, deletions: [tombstone] }).expect(409);
    await putImport(server, account, document).expect(200);
  });
});

test('simultaneous writers stay within the quota', async () => {
  await me.put('/bookmarks', [bookmark('0')]).expect(200);
  await fill(MEBIBYTE - 20_000);
  const before = await storedBytes();
  const title = 'x'.repeat(450);
  const items = (writer: number) =>
    Array.from({ length: 20 }, (_, id) =>
      episode(`${writer}`, id, { meta: { title, year: null, type: 'show' } }),
    );
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, writer) =>
      writer % 2 === 0
        ? me.put('/progress/import', items(writer))
        : me.put('/bookmarks', [
            bookmark(`${writer}`, { favoriteEpisodes: ['y'.repeat(250), 'z'.repeat(250)] }),
          ]),
    ),
  );
  const statuses = new Set(responses.map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 409]));
  expect((await storedBytes()) - before).toBeLessThanOrEqual(20_000);
  expect(await usedBytes()).toBeLessThanOrEqual(MEBIBYTE);
});

test('two accounts do not share a quota', async () => {
  await fill(MEBIBYTE);
  const other = signedIn(server, await createTestAccount(server));
  await other.put('/bookmarks', [bookmark('1')]).expect(200);
  await me.put('/bookmarks', [bookmark('1')]).expect(409);
});
