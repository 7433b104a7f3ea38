// Exports and lists of large libraries: complete, in pages, and without waiting for clients that do not read.
import type { AccountExport } from '@matinee/shared/contract/export';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TransactionalQueries } from '../../apps/api/src/database/sql.ts';
import { createSemaphore } from '../../apps/api/src/http/semaphore.ts';
import { createExports } from '../../apps/api/src/user-data/export.ts';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { readExport } from '../support/full-account.ts';
import { signedIn } from '../support/library.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const COUNT = 1_203;

const sql = (text: string, ...values: readonly unknown[]) =>
  server.deps.database.query<{ id: string }>(text, values);

const FILL = [
  `INSERT INTO bookmarks (user_id, tmdb_id, type, title) SELECT $1, n::text, 'movie', 'A' FROM generate_series(1, $2::int) n`,
  `INSERT INTO progress (user_id, tmdb_id, season_id, episode_id, type, title, duration, watched)
   SELECT $1, (n % 7)::text, (n % 3)::text, n::text, 'show', 'A', 1, n FROM generate_series(1, $2::int) n`,
  `INSERT INTO watch_history (user_id, tmdb_id, episode_id, type, title, duration, watched, watched_at)
   SELECT $1, n::text, n::text, 'show', 'A', 1, n, date '2025-01-01' + n % 2 FROM generate_series(1, $2::int) n`,
  `INSERT INTO ratings (user_id, type, tmdb_id, rating) SELECT $1, CASE n % 2 WHEN 0 THEN 'tv' ELSE 'movie' END, n, 5 FROM generate_series(1, $2::int) n`,
  `INSERT INTO deletions (user_id, kind, tmdb_id, deleted_at)
   SELECT $1, (CASE n % 2 WHEN 0 THEN 'bookmark' ELSE 'progress' END)::deletion_kind, n::text, now() FROM generate_series(1, $2::int) n`,
  `WITH list AS (INSERT INTO lists (user_id, name) SELECT $1, n::text FROM generate_series(1, 3) n RETURNING id, name)
   INSERT INTO list_items (user_id, list_id, type, tmdb_id)
   SELECT $1, list.id, 'movie', n::text FROM list, generate_series(1, $2::int) n WHERE list.name <> '2'`,
];

async function fullAccount(): Promise<TestAccount> {
  const account = await createTestAccount(server);
  for (const statement of FILL) await sql(statement, account.userId, COUNT);
  return account;
}

/** Starts an export and reads nothing of it. */
function begin({ userId, headers }: TestAccount): Promise<IncomingMessage> {
  const url = `${server.url}/users/${userId}/export`;
  const begun = request(url, { headers, agent: false }).end();
  begun.on('error', () => undefined);
  return new Promise((resolve) => begun.once('response', resolve));
}

const different = (values: readonly unknown[]): number => new Set(values.map(String)).size;

test('every row of a library of many pages is exported once', async () => {
  const account = await fullAccount();
  const document: AccountExport = await readExport(server, account);
  const ids = {
    bookmarks: document.bookmarks.map(({ tmdbId }) => tmdbId),
    progress: document.progress.map(({ episode }) => episode.id),
    watchHistory: document.watchHistory.map(({ tmdbId }) => tmdbId),
    ratings: document.ratings.map(({ tmdb_id }) => tmdb_id),
    deletions: document.deletions.map(({ tmdbId }) => tmdbId),
  };
  for (const [section, values] of Object.entries(ids)) {
    expect([section, values.length, different(values)]).toEqual([section, COUNT, COUNT]);
  }
  expect(
    document.lists
      .map((list) => [list.name, list.list_items.length])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['1', COUNT],
    ['2', 0],
    ['3', COUNT],
  ]);
  const times = document.watchHistory.map(({ watchedAt }) => watchedAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const copy = await createTestAccount(server);
  await signedIn(server, copy).put('/import', document).expect(200);
  const { bookmarks, ratings } = await readExport(server, copy);
  expect({ bookmarks, ratings }).toEqual({
    bookmarks: document.bookmarks,
    ratings: document.ratings,
  });
});

test('an account has one export at a time, until its client has disconnected', async () => {
  const account = await fullAccount();
  await sql(`UPDATE bookmarks SET title = repeat('x', 20000) WHERE user_id = $1`, account.userId);
  const unread = await begin(account);
  expect(unread.statusCode).toBe(200);
  const me = signedIn(server, account);
  const { headers, body } = await me.get('/export').expect(429);
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(body.message).toContain('Wait for it to finish');
  await me.get('/bookmarks').expect(200);
  await signedIn(server, await createTestAccount(server))
    .get('/export')
    .expect(200);
  unread.destroy();
  await vi.waitFor(() => me.get('/export').expect(200), { timeout: 20_000 });
  await me.get('/export').expect(200);
});

test('an export that fails half-way is cut off, and the account can try again', async () => {
  const account = await fullAccount();
  await sql(`UPDATE users SET namespace = 'x' WHERE id = $1`, account.userId);
  const me = signedIn(server, account);
  await server.deps.database.query('ALTER TABLE deletions RENAME TO gone', []);
  await expect(me.get('/export')).rejects.toThrow(/aborted|hang up|terminated/);
  await server.deps.database.query('ALTER TABLE gone RENAME TO deletions', []);
  await me.get('/export').expect(200);
});

test('pages are read as fast as the client reads, and are bounded in bytes', async () => {
  const account = await createTestAccount(server);
  await sql(
    `INSERT INTO bookmarks (user_id, tmdb_id, type, title)
     SELECT $1, n::text, 'movie', repeat('x', 100000) FROM generate_series(1, 100) n`,
    account.userId,
  );
  const { database, services } = server.deps;
  const caller = await services.sessionLookup.find(account.sessionId);
  if (!caller) throw new Error('the account is gone');
  let statements = 0;
  const db: TransactionalQueries = {
    prisma: database.prisma,
    transaction: database.transaction,
    query: (text, values) => {
      statements += 1;
      return database.query(text, values);
    },
  };
  const exports = createExports({ db, reads: createSemaphore('test', 1), now: Date.now });
  const unread = await exports.open(caller);
  await once(unread, 'readable');
  await new Promise((resolve) => setImmediate(resolve));
  expect(statements).toBeLessThan(20);
  unread.destroy();
  await once(unread, 'close');
  const sizes: number[] = [];
  for await (const chunk of await exports.open(caller)) sizes.push(String(chunk).length);
  expect(Math.max(...sizes)).toBeLessThan(500_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(10_000_000);
});

test('the lists of a large account are streamed, and equal those of a small one', async () => {
  const account = await fullAccount();
  const me = signedIn(server, account);
  const paths = ['/bookmarks', '/progress', '/watch-history'];
  const read = async (path: string): Promise<unknown[]> => {
    const { body, headers } = await me.get(path).expect(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    return body;
  };
  const sorted = (items: readonly unknown[]) =>
    items.map((item) => JSON.stringify(item)).sort((a, b) => a.localeCompare(b));
  const small = new Map<string, unknown[]>();
  for (const path of paths) small.set(path, await read(path));
  await sql('UPDATE account_bytes SET bytes = 2000000 WHERE user_id = $1', account.userId);
  for (const path of paths) {
    const items = await read(path);
    expect(items).toHaveLength(COUNT);
    expect(sorted(items)).toEqual(sorted(small.get(path) ?? []));
  }
  expect(await read('/watch-history')).toEqual(small.get('/watch-history'));
  const empty = await createTestAccount(server);
  await sql('INSERT INTO account_bytes VALUES ($1, 2000000)', empty.userId);
  for (const path of paths) {
    expect((await signedIn(server, empty).get(path).expect(200)).body).toEqual([]);
  }
});
