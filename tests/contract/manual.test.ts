// The manual that the server serves, and the links of the checks into it.
import { CHECK_PAGES } from '@matinee/shared/contract/diagnostics';
import { getManualPage } from '@matinee/shared/contract/manual';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const pageOf = async (name: string): Promise<string> => {
  const { text } = await request(server.url).get(`/manual/${name}`).expect(200);
  return getManualPage.reply.parse(text);
};

test.each(Object.entries(CHECK_PAGES))('%s links to a heading of the manual', async (_, link) => {
  const [page = '', anchor = ''] = link.split('#');
  expect(await pageOf(page)).toContain(`id="${anchor}"`);
});

test('pages link to each other, and not to files that a server lacks', async () => {
  const page = await pageOf('operate');
  expect(page).toContain('<title>Operate · Matinee</title>');
  expect(page).toContain('href="configure#backup_dir"');
  expect(page).not.toMatch(/href="[^"]*\.md/);
});

test('no script can run on a page', async () => {
  const { headers } = await request(server.url).get('/manual/install');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(headers['content-security-policy']).not.toContain('script-src');
});

test.each(['nothing', '..%2FREADME', '..%2F..%2Fpackage.json', 'OPERATE'])(
  'there is no page %s',
  async (name) => {
    await request(server.url).get(`/manual/${name}`).expect(404);
  },
);
