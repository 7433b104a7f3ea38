// Limits of what one account may store, and of what an address may send at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, movie, signedIn } from '../support/library.ts';

let server: TestApp;
let account: TestAccount;
let me: ReturnType<typeof signedIn>;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'on' });
});
beforeEach(async () => {
  account = await createTestAccount(server);
  me = signedIn(server, account);
  await server.deps.database.query('DELETE FROM rate_limits', []);
});
afterAll(() => server.close());

const sql = (text: string, ...values: readonly unknown[]) =>
  server.deps.database.query<{ count: number }>(text, values);

const watched = (id: string) => ({ ...movie(id), watchedAt: '2026-01-01T00:00:00.000Z' });
const rating = (id: number) => ({ tmdb_id: id, type: 'movie', rating: 5 });

/** All rows except one are in use, with ids from 1. */
const MOVIES = {
  bookmarks: { most: 50_000, columns: '' },
  progress: { most: 100_000, columns: ', duration, watched' },
  watch_history: { most: 100_000, columns: ', duration, watched, watched_at' },
} as const;

async function fillWithMovies(table: keyof typeof MOVIES): Promise<void> {
  const { most, columns } = MOVIES[table];
  const values = columns
    .split(',')
    .slice(1)
    .map((name) => (name === ' watched_at' ? ", '2025-01-01'" : ', 1'));
  await sql(
    `INSERT INTO ${table} (user_id, tmdb_id, type, title${columns})
     SELECT $1, n::text, 'movie', 'A film'${values.join('')} FROM generate_series(1, ${most - 1}) AS n`,
    account.userId,
  );
}

const stored = async (table: string): Promise<number | undefined> =>
  (await sql(`SELECT count(*)::int AS count FROM ${table} WHERE user_id = $1`, account.userId))[0]
    ?.count;

describe.each([
  {
    table: 'bookmarks',
    called: '50,000 bookmarks',
    one: (id: string) => me.post(`/bookmarks/${id}`, bookmark(id)),
    many: (ids: readonly string[]) =>
      me.put(
        '/bookmarks',
        ids.map((id) => bookmark(id)),
      ),
  },
  {
    table: 'progress',
    called: '100,000 progress items',
    one: (id: string) => me.put(`/progress/${id}`, movie(id)),
    many: (ids: readonly string[]) =>
      me.put(
        '/progress/import',
        ids.map((id) => movie(id)),
      ),
  },
  {
    table: 'watch_history',
    called: '100,000 history entries',
    one: (id: string) => me.put(`/watch-history/${id}`, watched(id)),
    many: (ids: readonly string[]) => me.put('/watch-history/import', ids.map(watched)),
  },
] as const)('an account with all but one row of $table in use', ({ table, called, one, many }) => {
  test('takes one more, then says what to do, and existing rows can still be written', async () => {
    await fillWithMovies(table);
    const tooMany = await many(['1', 'new', 'newer']).expect(409);
    expect(tooMany.body).toMatchObject({
      message: `An account can hold at most ${called}. Delete some before adding more.`,
    });
    expect(await stored(table)).toBe(MOVIES[table].most - 1);
    await many(['1', 'new']).expect(200);
    await one('newer').expect(409);
    await one('new').expect(200);
    await many(['1', '2', 'new']).expect(200);
    expect(await stored(table)).toBe(MOVIES[table].most);
  });
});

test('there is a limit of ratings', async () => {
  await sql(
    `INSERT INTO ratings (user_id, type, tmdb_id, rating)
     SELECT $1, 'movie', n, 5 FROM generate_series(1, 50000) AS n`,
    account.userId,
  );
  await me.post('/ratings', rating(50_001)).expect(409);
  await me.post('/ratings', rating(1)).expect(200);
});

test('there are limits of lists, and of list items', async () => {
  await sql(
    `INSERT INTO lists (user_id, name) SELECT $1, 'A list' FROM generate_series(1, 999)`,
    account.userId,
  );
  const { list } = (await me.post('/lists', { name: 'Last' }).expect(200)).body;
  await me.post('/lists', { name: 'One more' }).expect(409);
  expect(await stored('lists')).toBe(1_000);
  await sql(
    `INSERT INTO list_items (user_id, list_id, type, tmdb_id)
     SELECT $1, $2::uuid, 'movie', n::text FROM generate_series(1, 19999) AS n`,
    account.userId,
    list.id,
  );
  const add = (...ids: readonly string[]) => ({
    list_id: list.id,
    addItems: ids.map((tmdb_id) => ({ tmdb_id, type: 'tv' })),
  });
  const patch = (body: object) => me.patch('/lists', body);
  await patch(add('1', '2')).expect(409);
  expect(await stored('list_items')).toBe(19_999);
  await patch(add('1')).expect(200);
});

test.each([
  ['/bookmarks', 'bookmarks_import', bookmark],
  ['/watch-history/import', 'watch_history_import', watched],
])('a list sent to %s is counted by its items', async (path, bucket, item) => {
  const items = ['1', '2', '3'].map((id) => item(id));
  await me.put(path, items).expect(200);
  await me.put(path, []).expect(200);
  const used = await sql('SELECT used AS count FROM rate_limits WHERE bucket = $1', bucket);
  expect(used).toEqual([{ count: 3 }]);
  await sql('UPDATE rate_limits SET used = 99998 WHERE bucket = $1', bucket);
  await me.put(path, items).expect(429);
  await me.put(path, items.slice(1)).expect(200);
});

test('one item of the watch history is not a list', async () => {
  await me.put('/watch-history/1', watched('1')).expect(200);
  expect(await sql('SELECT used AS count FROM rate_limits')).toEqual([]);
});

test('an import fills the order of groups up to its limit', async () => {
  const names = (word: string) => Array.from({ length: 900 }, (_, index) => `${word} ${index}`);
  await me.put('/group-order', names('here')).expect(200);
  const { body } = await me.get('/export').expect(200);
  await me.put('/import', { ...body, groupOrder: names('there') }).expect(200);
  const { groupOrder } = (await me.get('/group-order').expect(200)).body;
  expect(groupOrder).toEqual([...names('here'), ...names('there').slice(0, 100)]);
});
