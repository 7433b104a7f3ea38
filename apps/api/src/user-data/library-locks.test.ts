// Tests without retries, because the server's retries after a deadlock would hide it.
import type { BookmarkInput } from '@matinee/shared/contract/bookmarks';
import type { Change } from '@matinee/shared/contract/changes';
import type { ProgressInput } from '@matinee/shared/contract/progress';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { joinTransaction, type SqlDatabase, type Sql } from '#database/sql.ts';
import { createBookmarks } from './bookmarks.ts';
import { createChanges } from './changes.ts';
import { createProgress } from './progress.ts';

const OWNER = 'someone';
const NOW = Date.parse('2026-01-01T00:00:00Z');
const COUNT = 300;

let server: TestDatabase;
let pool: pg.Pool;
let db: SqlDatabase;

beforeEach(async () => {
  server = await createTestDatabase();
  pool = new pg.Pool({ connectionString: server.url, max: 30 });
  // The database may be dropped before the last client has disconnected.
  pool.on('error', () => undefined);
  db = { query: statements(pool).query, transaction };
  await pool.query(
    `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon) VALUES ($1, 'k', 'n', 'a', 'b', 'c')`,
    [OWNER],
  );
});
afterEach(async () => {
  await pool.end();
  await server.drop();
});

const statements = (client: pg.Pool | pg.PoolClient): Sql => ({
  query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
    (await client.query<Row>(text, [...values])).rows,
});

async function transaction<T>(run: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await run(statements(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const ids = Array.from({ length: COUNT }, (_, index) => `${index}`);
const meta = { title: 'Film', year: 1968, poster: null, type: 'movie' as const };
const updatedAt = '2025-06-01T00:00:00.000Z';
const movie = (tmdbId: string): ProgressInput => ({
  tmdbId,
  meta,
  duration: 5760,
  watched: 100,
  seasonId: null,
  episodeId: null,
  seasonNumber: null,
  episodeNumber: null,
  updatedAt,
});
const bookmark = (tmdbId: string): BookmarkInput => ({
  tmdbId,
  meta,
  group: null,
  favoriteEpisodes: null,
  updatedAt,
});
const movies = ids.map(movie);
const bookmarks = ids.map(bookmark);

const changes: Change[] = ids.flatMap((tmdbId, index): Change[] =>
  index % 3 === 0
    ? [
        { type: 'deleteProgress', tmdbId, seasonId: null, episodeId: null, updatedAt },
        { type: 'deleteBookmark', tmdbId, updatedAt },
      ]
    : [
        { ...movie(tmdbId), type: 'putProgress', updatedAt },
        { ...bookmark(tmdbId), type: 'putBookmark', updatedAt },
      ],
);

test('writes and deletions of the same rows in all orders never end in a deadlock', async () => {
  const progress = createProgress(db, () => NOW);
  const marks = createBookmarks(db, () => NOW);
  const device = createChanges(db, () => NOW);
  for (let round = 0; round < 3; round += 1) {
    const responses = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => [
        device.put(OWNER, changes),
        device.put(OWNER, changes.toReversed()),
        progress.import(OWNER, movies),
        progress.import(OWNER, movies.toReversed()),
        marks.putAll(OWNER, bookmarks.toReversed()),
      ]).flat(),
      ...ids.slice(0, 20).map((tmdbId) => progress.put(OWNER, movie(tmdbId))),
      marks.remove(OWNER, '7'),
      progress.remove(OWNER, { tmdbId: '8', seasonId: null, episodeId: null }),
    ]);
    expect(responses.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

test('deleting an account waits for running writes, and later writes are rejected', async () => {
  const progress = createProgress(db, () => NOW);
  const device = createChanges(db, () => NOW);
  await progress.import(OWNER, movies.slice(0, COUNT / 2));
  const remove = () => pool.query('DELETE FROM users WHERE id = $1', [OWNER]);
  const responses = await Promise.allSettled([
    ...[movies, movies.toReversed()].map((items) => progress.import(OWNER, items)),
    ...[changes, changes.toReversed()].map((list) => device.put(OWNER, list)),
    remove(),
    ...[movies, movies.toReversed()].map((items) => progress.import(OWNER, items)),
    device.put(OWNER, changes),
  ]);
  for (const response of responses) {
    if (response.status === 'rejected') expect(response.reason).toMatchObject({ status: 401 });
  }
  await expect(progress.put(OWNER, movie('1'))).rejects.toMatchObject({ status: 401 });
  expect((await pool.query('SELECT FROM progress')).rowCount).toBe(0);
});

const CALLERS = 20;
const ONE = { tmdbId: '1', seasonId: null, episodeId: null };

/** Resolves when this many statements wait for a lock or have finished. */
async function untilAllAreThere(callers: readonly Promise<unknown>[]): Promise<void> {
  let finished = 0;
  for (const caller of callers) void caller.finally(() => (finished += 1));
  for (let waiting = 0; waiting + finished < callers.length;) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = rows[0]?.count ?? 0;
  }
}

/** Runs one statement in a transaction that commits only after all others have started. */
async function during(
  first: (joined: SqlDatabase) => Promise<unknown>,
  others: () => Promise<unknown>,
): Promise<void> {
  let under: Promise<unknown>[] = [];
  await transaction(async (tx) => {
    await first(joinTransaction(tx));
    under = Array.from({ length: CALLERS }, others);
    await untilAllAreThere(under);
  });
  await Promise.all(under);
}

const KINDS = {
  progress: {
    put: (on: SqlDatabase) => createProgress(on, () => NOW).put(OWNER, movie('1')),
    remove: (on: SqlDatabase) => createProgress(on, () => NOW).remove(OWNER, ONE),
    removeEarlier: { ...ONE, type: 'deleteProgress' },
  },
  bookmarks: {
    put: (on: SqlDatabase) => createBookmarks(on, () => NOW).put(OWNER, bookmark('1')),
    remove: (on: SqlDatabase) => createBookmarks(on, () => NOW).remove(OWNER, '1'),
    removeEarlier: { tmdbId: '1', type: 'deleteBookmark' },
  },
} as const;

describe.each(['progress', 'bookmarks'] as const)('of %s', (table) => {
  const { put, remove, removeEarlier } = KINDS[table];
  const stored = async () => (await pool.query(`SELECT FROM ${table}`)).rowCount;

  test('deleted rows are not restored by older writes that arrive meanwhile', async () => {
    await during(remove, () => put(db));
    expect(await stored()).toBe(0);
  });

  test('rows that are being written are deleted by a later deletion', async () => {
    await during(put, () => remove(db));
    expect(await stored()).toBe(0);
  });

  test('rows written after a deletion stay, whichever comes first', async () => {
    const device = createChanges(db, () => NOW);
    const earlier: Change = { ...removeEarlier, updatedAt: '2025-05-31T23:59:59.999Z' };
    await during(put, () => device.put(OWNER, [earlier]));
    expect(await stored()).toBe(1);
    await pool.query(`DELETE FROM ${table}`);
    await during(
      (on) => createChanges(on, () => NOW).put(OWNER, [earlier]),
      () => put(db),
    );
    expect(await stored()).toBe(1);
  });
});
