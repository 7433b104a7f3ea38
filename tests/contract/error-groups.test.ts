// Errors of the server and of pages, grouped for administrators.
import { listErrorGroups, reportError } from '@matinee/shared/contract/error-groups';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  server = await startTestApp(
    {},
    {
      withRoutes: (app) => {
        app.get('/broken/:title', async ({ params }) => {
          throw new TypeError(`no stream for "${JSON.stringify(params)}" after 3 tries`);
        });
      },
    },
  );
  admin = await createTestAccount(server);
  await makeAdmin(server, admin);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.deps.errorLog.take();
  await server.deps.database.query('DELETE FROM error_groups', []);
});

const list = async (search = '') => {
  const { body } = await request(server.url)
    .get('/admin/errors')
    .query({ search })
    .set(admin.headers);
  return listErrorGroups.reply.parse(body);
};

const report = (body: object) => request(server.url).post('/errors').send(body);

const PAGE_ERROR = { code: 'TypeError', message: 'x is not a function', place: '/media/:media' };

test('errors of the server are one group whatever their title, with the ids of the requests', async () => {
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three']) {
    const { headers } = await request(server.url).get(`/broken/${title}`).expect(500);
    ids.unshift(String(headers['x-request-id']));
  }
  const { groups, total } = await list();
  expect(total).toBe(1);
  expect(groups).toMatchObject([
    { origin: 'server', level: 'error', area: 'web', code: 'TypeError', count: 3, requestIds: ids },
  ]);
  expect(groups[0]?.shape).toBe('request failed: no stream for "…" after # tries');
  const stored = await server.deps.database.query('SELECT * FROM error_groups', []);
  expect(JSON.stringify(stored)).not.toContain('three');
});

test('reports of pages are grouped, without what may be personal', async () => {
  const { body } = await report({
    ...PAGE_ERROR,
    message: 'Failed to load https://cdn.test/Hamilton.mp4 for "Hamilton"',
    requestId: 'a-b',
  });
  expect(reportError.reply.parse(body)).toBe(true);
  await report({
    ...PAGE_ERROR,
    message: 'Failed to load https://cdn.test/Arrival.mp4 for "Arrival"',
  });
  const { groups } = await list();
  expect(groups).toMatchObject([
    { origin: 'browser', area: '/media/:media', code: 'TypeError', count: 2, requestIds: ['a-b'] },
  ]);
  expect(groups[0]?.shape).toBe('Failed to load (address) for "…"');
});

test('groups are found by a part of their text, or by a request id', async () => {
  await report({ ...PAGE_ERROR, requestId: 'request-7' });
  await report({ ...PAGE_ERROR, code: 'http-500', message: 'GET /meta', requestId: 'request-8' });
  const codes = async (search: string) => (await list(search)).groups.map(({ code }) => code);
  expect(await codes('NOT A function')).toEqual(['TypeError']);
  expect(await codes('http-5')).toEqual(['http-500']);
  expect(await codes('request-7')).toEqual(['TypeError']);
  expect(await codes('%')).toEqual([]);
});

test('invalid and large reports are refused', async () => {
  const statuses = await Promise.all(
    [
      {},
      { ...PAGE_ERROR, code: '' },
      { ...PAGE_ERROR, place: '<b>' },
      { ...PAGE_ERROR, requestId: 'a b' },
      { ...PAGE_ERROR, message: 'x'.repeat(501) },
      { ...PAGE_ERROR, message: 'x'.repeat(9_000) },
    ].map(async (body) => (await report(body)).status),
  );
  expect(statuses).toEqual([400, 400, 400, 400, 400, 413]);
  expect((await list()).groups).toEqual([]);
});

test('a level of its own shows the requests of one area', async () => {
  const verbose = await startTestApp({ LOG_LEVEL: 'error', LOG_LEVELS: 'accounts=debug' });
  await request(verbose.url).get('/users/@me').expect(401);
  await request(verbose.url).get('/library/skipped').expect(401);
  await expect.poll(() => verbose.log.length).toBeGreaterThan(0);
  expect(verbose.log.map((line) => JSON.parse(line).area)).toEqual(['accounts']);
  await verbose.close();
});
