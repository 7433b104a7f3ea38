import { getHealth, getHealthcheck, getReadiness } from '@matinee/shared/contract/health';
import pg from 'pg';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { withClient } from '../support/database-server.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('the process reports that it is live', async () => {
  const { body, status } = await request(server.url).get('/healthz');
  expect(status).toBe(200);
  expect(getHealth.reply.parse(body)).toEqual({ healthy: true });
});

test('reports a healthy database in the format of movie-web servers', async () => {
  const { body, status } = await request(server.url).get('/healthcheck');
  expect(status).toBe(200);
  expect(getHealthcheck.reply.parse(body)).toEqual({ healthy: true, databaseConnected: true });
});

describe('readiness', () => {
  test('succeeds while the database responds and every migration is applied', async () => {
    const { body, status } = await request(server.url).get('/readyz');
    expect(status).toBe(200);
    expect(getReadiness.reply.parse(body)).toEqual({
      ready: true,
      database: true,
      migrations: true,
    });
  });

  test('fails, with the reason, when the database is gone', async () => {
    const lost = await startTestApp();
    const { body: before } = await request(lost.url).get('/readyz');
    expect(before).toMatchObject({ ready: true });
    await lost.loseDatabase();
    // The result is cached for a second.
    await vi.waitFor(() => request(lost.url).get('/readyz').expect(503));
    const { body } = await request(lost.url).get('/readyz');
    expect(getReadiness.reply.parse(body)).toEqual({
      ready: false,
      database: false,
      migrations: false,
      reason: 'The database is unavailable. See the server log.',
    });
    await request(lost.url).get('/healthz').expect(200);
    const family = await request(lost.url).get('/healthcheck').expect(503);
    expect(getHealthcheck.reply.parse(family.body)).toEqual({
      healthy: false,
      databaseConnected: false,
    });
    await lost.close();
  });

  test('succeeds while every connection of the pool is busy', async () => {
    const { database } = server.deps;
    // This connection keeps the lock until all others wait for it, however late the last one begins.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(1968)');
    const busy = Array.from({ length: 20 }, () =>
      database.query('SELECT pg_advisory_xact_lock_shared(1968)', []),
    );
    await vi.waitFor(async () => {
      const { rowCount } = await holder.query(`SELECT FROM pg_stat_activity
        WHERE wait_event = 'advisory' AND datname = current_database()`);
      expect(rowCount).toBe(20);
    });
    const probes = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        request(server.url).get(at % 2 === 0 ? '/readyz' : '/healthcheck'),
      ),
    );
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
    const { rowCount } = await withClient(database.url, (client) =>
      client.query(`SELECT FROM pg_stat_activity
        WHERE application_name = 'matinee (probe)' AND datname = current_database()`),
    );
    expect(rowCount).toBe(1);
    await holder.end();
    await Promise.all(busy);
  });
});
