// Statistics of sources over time, for administrators.
import { listSourceStats } from '@matinee/shared/contract/source-stats';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startFake, json, type Fake } from '../support/fakes/http.ts';

let server: TestApp;
let archive: Fake;
let admin: TestAccount;
beforeAll(async () => {
  archive = await startFake(() => json({ response: { numFound: 0, start: 0, docs: [] } }));
  server = await startTestApp({
    INTERNET_ARCHIVE_URL: archive.url,
    OPERATOR_ALLOWED_HOSTS: archive.host,
    SCRAPE_CACHE: 'off',
  });
  admin = await createTestAccount(server);
  await makeAdmin(server, admin);
});
afterAll(async () => {
  await server.close();
  await archive.close();
});

const list = async () => {
  const { body } = await request(server.url).get('/admin/sources').set(admin.headers);
  return listSourceStats.reply.parse(body);
};
const counted = async (id: string) => {
  const { sources } = await list();
  return sources.find((source) => source.id === id)?.points[0];
};

test('a search on this server counts once for each source, with its time', async () => {
  const { body } = await request(server.url).get('/metadata');
  const ids: string[] = body[1].map(({ id }: { id: string }) => id);
  const [id = ''] = ids;
  await request(server.url)
    .get('/scrape/source')
    .query({ id, type: 'movie', title: 'Nothing', releaseYear: 1962, tmdbId: '999999' })
    .expect(200);
  const point = await counted(id);
  expect((point?.found ?? 0) + (point?.notFound ?? 0) + (point?.failed ?? 0)).toBe(1);
  expect(point?.ms).toBeGreaterThanOrEqual(0);
  // The page reports the same search, which the server has counted.
  const report = (tool: string, providerId = id) =>
    request(server.url)
      .post('/metrics/providers')
      .send({
        tool,
        items: [{ tmdbId: '1', type: 'movie', title: 'Nothing', status: 'failed', providerId }],
      })
      .expect(200);
  await report('default');
  await report('extension', 'invented');
  expect(await counted(id)).toEqual(point);
  await report('extension');
  expect((await counted(id))?.failed).toBe((point?.failed ?? 0) + 1);
  expect(await counted('invented')).toBeUndefined();
});
