import { getGroupOrder, putGroupOrder } from '@matinee/shared/contract/bookmarks';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signedIn } from '../support/library.ts';

let server: TestApp;
let account: TestAccount;
let me: ReturnType<typeof signedIn>;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  account = await createTestAccount(server);
  me = signedIn(server, account);
});
afterAll(() => server.close());

const read = async () =>
  getGroupOrder.reply.parse((await me.get('/group-order').expect(200)).body).groupOrder;

test('the order of groups is stored, and empty at first', async () => {
  expect(await read()).toEqual([]);
  for (const groups of [['Later', 'Zoë’s', '{"a",b}'], ['b', 'a'], []]) {
    const { body } = await me.put('/group-order', groups).expect(200);
    expect(putGroupOrder.reply.parse(body)).toEqual({ groupOrder: groups });
    expect(await read()).toEqual(groups);
  }
});

test('twenty simultaneous first writes agree on one order', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => me.put('/group-order', [`${index}`])),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await read()).toHaveLength(1);
});

test('an order is a list of names', async () => {
  for (const body of [{ groupOrder: ['a'] }, [1], ['x'.repeat(256)]]) {
    const response = await me.put('/group-order', body).expect(400);
    expect(response.body.errorType).toBe('validation');
  }
});

test('an order can be accessed by its owner only', async () => {
  const other = await createTestAccount(server);
  const path = `/users/${account.userId}/group-order`;
  const got = await request(server.url).get(path).set(other.headers).expect(403);
  expect(got.body.message).toBe('Cannot access other user information');
  const put = await request(server.url).put(path).set(other.headers).send([]).expect(403);
  expect(put.body.message).toBe('Cannot modify user other than yourself');
  await request(server.url).put(path).send([]).expect(401);
});
