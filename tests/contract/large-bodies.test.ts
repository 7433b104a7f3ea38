// Whole libraries take turns; nothing else waits for them, and nobody for whoever has left.
import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { film, signedIn } from '../support/library.ts';

const MEBIBYTE = 1024 * 1024;

let server: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  account = await createTestAccount(server);
});
afterAll(() => server.close());

/** An import of so many bytes that has begun: all but its last byte is sent. */
function begin(bytes: number, { userId, headers: own } = account): ClientRequest {
  const headers = {
    ...own,
    'content-type': 'application/json',
    'content-length': bytes,
  };
  const url = `${server.url}/users/${userId}/progress/import`;
  const begun = request(url, { method: 'PUT', headers });
  begun.on('error', () => undefined);
  begun.write(`[]${' '.repeat(bytes - 3)}`);
  return begun;
}

const answered = (begun: ClientRequest): Promise<number | undefined> =>
  new Promise((resolve) => begun.once('response', (answer) => resolve(answer.resume().statusCode)));

const putSmall = async (): Promise<void> => {
  const me = signedIn(server, account);
  for (let count = 0; count < 10; count += 1) await me.put('/progress/1', film('1')).expect(200);
};

test('what is too much at once waits for its turn, and small bodies do not wait', async () => {
  const order: string[] = [];
  const first = begin(3 * MEBIBYTE);
  await putSmall();
  const second = begin(2 * MEBIBYTE, await createTestAccount(server));
  second.end(' ');
  const both = Promise.all([
    answered(first).then((status) => order.push(`first ${status}`)),
    answered(second).then((status) => order.push(`second ${status}`)),
  ]);
  await putSmall();
  first.end(' ');
  await both;
  expect(order).toEqual(['first 200', 'second 200']);
});

test('who hangs up, inside or waiting, makes room', async () => {
  const begun = [3 * MEBIBYTE, 3 * MEBIBYTE].map((bytes) => begin(bytes));
  await putSmall();
  const last = begin(4 * MEBIBYTE);
  last.end(' ');
  await putSmall();
  for (const one of begun.toReversed()) one.destroy();
  expect(await answered(last)).toBe(200);
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('one account that sends much at once keeps no other waiting', async () => {
  const begun = Array.from({ length: 10 }, () => begin(MEBIBYTE / 4));
  await putSmall();
  const other = begin(MEBIBYTE / 4, await createTestAccount(server));
  other.end(' ');
  expect(await answered(other)).toBe(200);
  for (const one of begun) one.end(' ');
  expect(await Promise.all(begun.map(answered))).toEqual(begun.map(() => 200));
});
