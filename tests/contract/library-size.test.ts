// A complete library in one request, and one among many in the tables.
import { importProgress, listProgress } from '@matinee/shared/contract/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIST_BOOKMARKS } from '../../apps/api/src/user-data/bookmarks.sql.ts';
import { LIST_PROGRESS } from '../../apps/api/src/user-data/progress.sql.ts';
import { createTestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, episode, movie, signedIn } from '../support/library.ts';

const LIMIT = 8 * 1024 * 1024;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
});
afterAll(() => server.close());

const library = Array.from({ length: 10_000 }, (_, index) =>
  index % 4 === 0
    ? movie(`${index}`, { watched: index })
    : episode(`${index % 100}`, index, {
        watched: index,
        meta: { title: `${index} `.padEnd(400, 'é'), year: null, type: 'show' },
      }),
);

test('10,000 items of nearly 8 MiB are imported, and returned in order', async () => {
  const size = Buffer.byteLength(JSON.stringify(library));
  expect(size).toBeGreaterThan(LIMIT * 0.8);
  expect(size).toBeLessThan(LIMIT);
  const me = signedIn(server, await createTestAccount(server));
  for (const _again of [false, true]) {
    const { body } = await me.put('/progress/import', library).expect(200);
    expect(importProgress.reply.parse(body).map(({ watched }) => watched)).toEqual(
      library.map(({ watched }) => watched),
    );
    const listed = await me.get('/progress').expect(200);
    expect(listProgress.reply.parse(listed.body)).toHaveLength(10_000);
  }
});

test('more than 8 MiB is too large, on other routes more than 1 MiB', async () => {
  const me = signedIn(server, await createTestAccount(server));
  const filler = { filler: 'x'.repeat(LIMIT) };
  for (const path of ['/progress/import', '/bookmarks']) {
    const { body } = await me.put(path, [filler]).expect(413);
    expect(body.errorType).toBe('message');
  }
  const large = { ...movie('1'), filler: 'x'.repeat(LIMIT / 8) };
  await me.put('/progress/1', large).expect(413);
  await me.put('/changes', [large]).expect(413);
  await me.post('/bookmarks/1', { ...bookmark('1'), filler: large.filler }).expect(413);
});

test.each([
  ['progress', LIST_PROGRESS, `'s' || n, 'e' || n, 'show', 'Series', 1, 1`],
  ['bookmarks', LIST_BOOKMARKS, `'show', 'Series'`],
])(
  'the list of one user among 100,000 rows of %s is read from the index that starts with the user',
  async (table, statement, values) => {
    const { query } = server.deps.database;
    const columns = {
      progress: 'season_id, episode_id, type, title, duration, watched',
      bookmarks: 'type, title',
    }[table];
    const accounts = await Promise.all(
      Array.from({ length: 200 }, () => createTestAccount(server)),
    );
    const userIds = accounts.map(({ userId }) => userId);
    await query(
      `INSERT INTO ${table} (user_id, tmdb_id, ${columns})
       SELECT id, n::text, ${values} FROM unnest($1::text[]) AS id, generate_series(1, 500) AS n`,
      [userIds],
    );
    await query(`ANALYZE ${table}`, []);
    const [row] = await query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (FORMAT JSON) ${statement}`, [
      userIds[77],
    ]);
    const plan = JSON.stringify(row?.['QUERY PLAN']);
    expect(plan).toContain(`"Index Name":"${table}_pkey"`);
    // Small tables may be read with a sequential scan.
    expect(plan).not.toMatch(new RegExp(`"Node Type":"Seq Scan"[^{}]*"Relation Name":"${table}"`));
  },
);
