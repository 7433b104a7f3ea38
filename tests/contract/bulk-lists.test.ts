// Lists that are parsed in parts give the same results and errors as lists that are parsed at once.
import { importProgress, type SavedProgress } from '@matinee/shared/contract/progress';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { movie, signedIn } from '../support/library.ts';

const COUNT = 2_000;

let server: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
});
beforeEach(async () => {
  account = await createTestAccount(server);
});
afterAll(() => server.close());

const movies = (count: number) => Array.from({ length: count }, (_, n) => movie(String(n)));
const textOf = (items: readonly unknown[]): string => JSON.stringify(items);

async function send(body: string) {
  const response = await fetch(`${server.url}/users/${account.userId}/progress/import`, {
    method: 'PUT',
    headers: { ...account.headers, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, body: await response.json() };
}

const sendWell = async (body: string): Promise<SavedProgress[]> =>
  importProgress.reply.parse((await send(body)).body);

const stored = async (): Promise<unknown[]> =>
  (await signedIn(server, account).get('/progress').expect(200)).body;

test('of a duplicate item, far apart, the furthest counts, and it is returned once', async () => {
  const response = await sendWell(
    textOf([...movies(COUNT), movie('7', { watched: 900 }), movie('8', { watched: 1 })]),
  );
  expect(response.map(({ tmdbId }) => tmdbId)).toEqual(movies(COUNT).map(({ tmdbId }) => tmdbId));
  expect(response[7]).toMatchObject({ tmdbId: '7', watched: 900 });
  expect(response[8]).toMatchObject({ tmdbId: '8', watched: 100 });
  expect(await stored()).toHaveLength(COUNT);
});

test('spaces and characters within a title do not end an item', async () => {
  const title = '],[{"a":"b"},\\ é 日本 🎬';
  const items = movies(COUNT).map((item) => ({ ...item, meta: { ...item.meta, title } }));
  const response = await sendWell(` \n${JSON.stringify(items, null, 2)}\t`);
  expect(response).toHaveLength(COUNT);
  expect(new Set(response.map(({ meta }) => meta.title))).toEqual(new Set([title]));
});

test('an error far down is reported with its location, and nothing is stored', async () => {
  const { status, body } = await send(
    textOf([...movies(COUNT), { ...movie('x'), watched: 'far' }]),
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({ errorType: 'validation', errors: [{ path: [COUNT, 'watched'] }] });
  expect(await stored()).toEqual([]);
});

test('one item above the limit is refused as in a list that is parsed at once', async () => {
  for (const items of [movies(20_001), Array.from({ length: 40_000 }, () => 1)]) {
    const { status, body } = await send(textOf(items));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ code: 'too_big', path: [] }] });
  }
  expect(await stored()).toEqual([]);
});

const long = textOf(movies(COUNT)).slice(1, -1);

test.each([
  ['an extra comma', `[${long},]`],
  ['without an end', `[${long}`],
  ['two ends', `[${long}]]`],
  ['two lists', `[${long}],[${long}]`],
  ['half an item', `[${long},{"tmdbId":"1"]`],
  ['a NUL', `[${long},{"tmdbId":"\\u0000"}]`],
  ['a prototype', `[${long},{"__proto__":{"tmdbId":"1"}}]`],
  ['an object', `{"items":[${long}]}`],
])('%s is not a list, and nothing is stored', async (_, body) => {
  expect((await send(body)).status).toBe(400);
  expect(await stored()).toEqual([]);
});
