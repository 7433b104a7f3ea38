// Lists that are read in parts say, answer and refuse what they would as a whole.
import { importProgress, type SavedProgress } from '@matinee/shared/contract/progress';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { film, signedIn } from '../support/library.ts';

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

const films = (count: number) => Array.from({ length: count }, (_, n) => film(String(n)));
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

test('of one item twice, far apart, the furthest counts, and it is answered once', async () => {
  const response = await sendWell(
    textOf([...films(COUNT), film('7', { watched: 900 }), film('8', { watched: 1 })]),
  );
  expect(response.map(({ tmdbId }) => tmdbId)).toEqual(films(COUNT).map(({ tmdbId }) => tmdbId));
  expect(response[7]).toMatchObject({ tmdbId: '7', watched: 900 });
  expect(response[8]).toMatchObject({ tmdbId: '8', watched: 100 });
  expect(await stored()).toHaveLength(COUNT);
});

test('spaces, and whatever stands in a title, are no end of an item', async () => {
  const title = '],[{"a":"b"},\\ é 日本 🎬';
  const items = films(COUNT).map((item) => ({ ...item, meta: { ...item.meta, title } }));
  const response = await sendWell(` \n${JSON.stringify(items, null, 2)}\t`);
  expect(response).toHaveLength(COUNT);
  expect(new Set(response.map(({ meta }) => meta.title))).toEqual(new Set([title]));
});

test('a fault far down is told where it is, and nothing is kept', async () => {
  const { status, body } = await send(textOf([...films(COUNT), { ...film('x'), watched: 'far' }]));
  expect(status).toBe(400);
  expect(body).toMatchObject({ errorType: 'validation', errors: [{ path: [COUNT, 'watched'] }] });
  expect(await stored()).toEqual([]);
});

test('one item more than there may be is refused as of a list that is read whole', async () => {
  for (const items of [films(20_001), Array.from({ length: 40_000 }, () => 1)]) {
    const { status, body } = await send(textOf(items));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ code: 'too_big', path: [] }] });
  }
  expect(await stored()).toEqual([]);
});

const long = textOf(films(COUNT)).slice(1, -1);

test.each([
  ['a comma too many', `[${long},]`],
  ['no end', `[${long}`],
  ['two ends', `[${long}]]`],
  ['two lists', `[${long}],[${long}]`],
  ['half an item', `[${long},{"tmdbId":"1"]`],
  ['a NUL', `[${long},{"tmdbId":"\\u0000"}]`],
  ['a prototype', `[${long},{"__proto__":{"tmdbId":"1"}}]`],
  ['an object', `{"items":[${long}]}`],
])('%s is no list, and nothing is kept', async (_, body) => {
  expect((await send(body)).status).toBe(400);
  expect(await stored()).toEqual([]);
});
