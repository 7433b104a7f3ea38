// Effects of a full disk on callers.
import { ErrorBody } from '@matinee/shared/contract/errors';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { withClient } from '../support/database-server.ts';

let server: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestApp();
  account = await createTestAccount(server);
});
afterAll(() => server.close());

const sql = (text: string) => withClient(server.deps.database.url, (client) => client.query(text));

/** Every change to these tables fails as on a full disk. */
const fill = async (...tables: readonly string[]): Promise<void> => {
  await sql(`CREATE OR REPLACE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
  for (const table of tables) {
    await sql(
      `CREATE TRIGGER no_space BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION no_space()`,
    );
  }
};

const MOVIE = { meta: { title: 'Nosferatu', year: 1922, type: 'movie' } };

test('a write is refused with an error about the full disk, and advice', async () => {
  await fill('bookmarks', 'sessions');
  const url = `/users/${account.userId}/bookmarks/653`;
  for (let count = 0; count < 5; count += 1) {
    const { body, headers } = await request(server.url)
      .post(url)
      .set(account.headers)
      .send(MOVIE)
      .expect(507);
    expect(ErrorBody.parse(body)).toMatchObject({
      message: expect.stringMatching(/Not saved.*disk is full.*free up space/),
    });
    expect(headers['retry-after']).toBe('60');
  }
});

test('a full disk is one line in the log, and not reported as overload', () => {
  expect(server.log.filter((line) => line.includes('the disk is full'))).toHaveLength(1);
  expect(server.log.filter((line) => line.includes('overloaded'))).toEqual([]);
  expect(server.log.filter((line) => line.includes('request failed'))).toEqual([]);
});

test('reads continue where the last use of the session cannot be stored', async () => {
  await sql(`ALTER TABLE sessions DISABLE TRIGGER no_space`);
  await sql(`UPDATE sessions SET accessed_at = now() - interval '1 day'`);
  await sql(`ALTER TABLE sessions ENABLE TRIGGER no_space`);
  await request(server.url).get('/users/@me').set(account.headers).expect(200);
});

test('readiness fails until PostgreSQL can write again', async () => {
  const name = new URL(server.deps.database.url).pathname.slice(1);
  const stop = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'matinee (probe)' AND datname = current_database()`;
  await sql(`ALTER DATABASE "${name}" SET temp_file_limit = 0`);
  await sql(stop);
  const readiness = () => request(server.url).get('/readyz');
  await expect.poll(async () => (await readiness()).status).toBe(503);
  expect((await readiness()).body).toEqual({
    ready: false,
    database: true,
    migrations: true,
    diskFull: true,
    reason:
      'The disk is full, so nothing can be saved. Free up space where the database is stored.',
  });
  await request(server.url)
    .get('/healthcheck')
    .expect(503, { healthy: false, databaseConnected: true });
  await sql(`ALTER DATABASE "${name}" RESET temp_file_limit`);
  await expect.poll(async () => (await readiness()).status).toBe(200);
  const last = server.log.findLast((line) => line.includes('the disk'));
  expect(last).toContain('the disk has space again');
});
