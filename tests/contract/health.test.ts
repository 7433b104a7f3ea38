import { getHealth, getHealthcheck, getReadiness } from '@matinee/shared/contract/health';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('the process says that it lives', async () => {
  const { body, status } = await request(server.url).get('/healthz');
  expect(status).toBe(200);
  expect(getHealth.reply.parse(body)).toEqual({ healthy: true });
});

test('the database is in order, in the words of the family', async () => {
  const { body, status } = await request(server.url).get('/healthcheck');
  expect(status).toBe(200);
  expect(getHealthcheck.reply.parse(body)).toEqual({ healthy: true, databaseConnected: true });
});

describe('readiness', () => {
  test('is given while the database answers and every migration is applied', async () => {
    const { body, status } = await request(server.url).get('/readyz');
    expect(status).toBe(200);
    expect(getReadiness.reply.parse(body)).toEqual({
      ready: true,
      database: true,
      migrations: true,
    });
  });

  test('is denied, in the same words, when the database is gone', async () => {
    const lost = await startTestApp();
    const { body: before } = await request(lost.url).get('/readyz');
    expect(before).toMatchObject({ ready: true });
    await lost.loseDatabase();
    const { body, status } = await request(lost.url).get('/readyz');
    expect(status).toBe(503);
    expect(getReadiness.reply.parse(body)).toEqual({
      ready: false,
      database: false,
      migrations: false,
    });
    await request(lost.url).get('/healthz').expect(200);
    const family = await request(lost.url).get('/healthcheck').expect(503);
    expect(getHealthcheck.reply.parse(family.body)).toEqual({
      healthy: false,
      databaseConnected: false,
    });
    await lost.close();
  });
});
