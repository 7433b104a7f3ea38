// Servers behind PgBouncer in transaction mode, where a connection belongs to a client for one transaction only.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../apps/api/src/config/config.ts';
import { configuredBackups } from '../../apps/api/src/database/backup/backups.ts';
import { migrate } from '../../apps/api/src/database/migrate.ts';
import { MIGRATIONS } from '../../apps/api/src/config/paths.ts';
import { createTestAccount } from '../support/account.ts';
import { startTestApp } from '../support/app.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts';
import { movie, signedIn } from '../support/library.ts';
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';

const silent = () => undefined;

async function withPooler(
  work: (pooled: string, direct: string) => Promise<void>,
  isEmpty = false,
) {
  const database = await (isEmpty ? createEmptyDatabase() : createTestDatabase());
  const pooler = await startPgbouncer(database.url);
  try {
    await work(pooler.url, database.url);
  } finally {
    await pooler.stop();
    await database.drop();
  }
}

/** Installing Debian's package `pgbouncer` starts a service, so only developers who want these tests install it. */
describe.skipIf(!hasPgbouncer)('behind PgBouncer', () => {
  test('two servers that start at once migrate through the pooler, and lock nobody out', () =>
    withPooler(async (url) => {
      const options = { url, migrations: MIGRATIONS, log: silent, lockTimeoutMs: 20_000 };
      const [one, two] = await Promise.all([migrate(options), migrate(options)]);
      expect([one.length, two.length].toSorted((a, b) => a - b)[0]).toBe(0);
      expect(one.length + two.length).toBeGreaterThan(5);
      expect(await migrate(options)).toEqual([]);
    }, true));

  test('two servers serve one account through four connections, within its quota', () =>
    withPooler(async (url) => {
      const [one, two] = await Promise.all([
        startTestApp({ DATABASE_URL: url, CRYPTO_SECRET: 'c'.repeat(32) }),
        startTestApp({ DATABASE_URL: url, CRYPTO_SECRET: 'c'.repeat(32) }),
      ]);
      try {
        const account = await createTestAccount(one);
        const put = async (id: string, at: number): Promise<number> =>
          (await signedIn(at % 2 === 0 ? one : two, account).put(`/progress/${id}`, movie(id)))
            .status;
        const all = (count: number, name: string) =>
          Promise.all(Array.from({ length: count }, (_, at) => put(`${name}${at % 20}`, at)));
        expect(new Set(await all(60, 'item-'))).toEqual(new Set([200]));
        await one.deps.database.query(
          'UPDATE account_bytes SET bytes = (SELECT max_bytes FROM account_limit) WHERE user_id = $1',
          [account.userId],
        );
        expect(new Set(await all(20, 'full-'))).toEqual(new Set([409]));
        await request(two.url).get('/readyz').expect(200);
      } finally {
        await one.close();
        await two.close();
      }
    }));

  test('a backup goes past the pooler, and says so when it can’t', () =>
    withPooler(async (pooled, direct) => {
      const folder = await mkdtemp(join(tmpdir(), 'matinee-pooled-'));
      const server = await startTestApp({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct });
      try {
        const backups = configuredBackups(parseConfig({ DATA_DIR: folder }));
        await expect(backups.create(pooled, 'manual')).rejects.toThrow('DATABASE_DIRECT_URL');
        const { manifest } = await backups.create(server.deps.database.url, 'manual');
        expect(manifest.tables.map(({ name }) => name)).toContain('progress');
      } finally {
        await server.close();
        await rm(folder, { recursive: true });
      }
    }));
});
