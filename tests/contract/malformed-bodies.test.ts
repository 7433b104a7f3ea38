// Bodies that every endpoint rejects, and a NUL in each path, generated from the contract.
import { ErrorBody } from '@matinee/shared/contract/errors';
import type { Endpoint, Method } from '@matinee/shared/contract/endpoint';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { pathOf, readContract } from '../support/contract.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = 'application/json';

let server: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestApp();
  account = await createTestAccount(server);
  await makeAdmin(server, account);
});
afterAll(() => server.close());

const endpoints = await readContract();
const taking = endpoints.filter(({ endpoint }) => endpoint.body !== undefined);
const named = endpoints.filter(({ endpoint }) => endpoint.path.includes(':'));

const VERBS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
const call = (method: Method, path: string) =>
  request(server.url)[VERBS[method]](path).set(account.headers);

/** The right address and owner: only the input is wrong. */
const send = (endpoint: Endpoint, type: string, text: string) =>
  call(endpoint.method, pathOf(endpoint, { userId: account.userId }))
    .set('content-type', type)
    .send(text);

type Wrong = readonly [what: string, text: (limit: number) => string, status: number, type: string];
const WRONG: readonly Wrong[] = [
  ['text', () => '"text"', 400, JSON_TYPE],
  ['a number', () => '7', 400, JSON_TYPE],
  ['a list of another type', () => '[{}]', 400, JSON_TYPE],
  ['half of it', () => '{"a":', 400, JSON_TYPE],
  ['a poisoned key', () => '{"__proto__":{"a":1}}', 400, JSON_TYPE],
  ['a NUL', () => String.raw`{"a":"\u0000"}`, 400, JSON_TYPE],
  ['invalid JSON', () => '<a/>', 415, 'application/xml'],
  ['more than the limit', (limit) => JSON.stringify('x'.repeat(limit)), 413, JSON_TYPE],
];

describe.each(taking)('$endpoint.method $endpoint.path', ({ endpoint }) => {
  test.each(WRONG)('refuses %s', async (_, text, status, type) => {
    const response = await send(endpoint, type, text(endpoint.bodyLimit ?? MIB));
    expect(response.status).toBe(status);
    expect(ErrorBody.parse(response.body)).toMatchObject({ requestId: expect.any(String) });
  });
});

test.each(named)('$endpoint.method $endpoint.path refuses a NUL in its path', async (one) => {
  const { method, path } = one.endpoint;
  const { status, body } = await call(method, path.replaceAll(/:\w+/g, '%00'));
  expect(status).toBe(400);
  expect(ErrorBody.parse(body)).toMatchObject({ message: "NUL characters aren't allowed." });
});

test('invalid requests have left nothing behind', async () => {
  const tables = ['bookmarks', 'progress', 'settings', 'watch_history', 'ratings', 'lists'];
  for (const table of [...tables, 'group_order', 'deletions', 'challenges', 'links', 'counters']) {
    expect(await server.deps.database.query(`SELECT FROM ${table}`, [])).toEqual([]);
  }
});
