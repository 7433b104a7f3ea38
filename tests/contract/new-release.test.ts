// The notice of a newer release, which administrators see without running the checks.
import { getNewRelease } from '@matinee/shared/contract/diagnostics';
import request from 'supertest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';

const NOTES = 'https://git.example.org/matinee/releases/v99.1.0';
let releases: Fake;
let text = '';
let server: TestApp;
let admin: TestAccount;

beforeEach(async () => {
  text = JSON.stringify({
    tag_name: 'v99.1.0',
    published_at: '2026-11-20T10:00:00Z',
    html_url: NOTES,
  });
  releases = await startFake(() => ({
    headers: { 'content-type': 'application/json' },
    body: text,
  }));
});
afterEach(async () => {
  await server.close();
  await releases.close();
});

async function start(options: Readonly<Record<string, string>>): Promise<void> {
  server = await startTestApp(options);
  admin = await createTestAccount(server);
  await makeAdmin(server, admin);
}

const find = (headers: Readonly<Record<string, string>> = admin.headers) =>
  request(server.url).get(getNewRelease.path).set(headers);
const found = async () => getNewRelease.reply.parse((await find().expect(200)).body).release;

test('administrators alone learn of a newer release, and the server asks once', async () => {
  await start({ RELEASES_URL: `${releases.url}/latest` });
  const other = await createTestAccount(server);
  await find({}).expect(401);
  await find(other.headers).expect(403);
  expect(releases.count()).toBe(0);
  const newer = { version: '99.1.0', date: '2026-11-20', notes: NOTES };
  expect(await Promise.all([found(), found()])).toEqual([newer, newer]);
  expect(await found()).toEqual(newer);
  expect(releases.count()).toBe(1);
});

test('nothing is asked while it is off', async () => {
  await start({});
  expect(await found()).toBeNull();
  expect(releases.count()).toBe(0);
});

test('a response that is too long is not read to its end, nor asked for again', async () => {
  text = JSON.stringify([{ tag_name: 'v99.1.0', body: 'x'.repeat(2 ** 21) }]);
  await start({ RELEASES_URL: `${releases.url}/all` });
  expect(await found()).toBeNull();
  expect(await found()).toBeNull();
  expect(releases.count()).toBe(1);
});
