// Every statement is a round trip to the database: a page that opens waits for all of them.
import * as fs from 'node:fs';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { pathOf, readContract } from '../support/contract.ts';
import { fillAccount } from '../support/full-account.ts';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.ts';

const MOST = 3;

let postgres: PrivatePostgres;
let server: TestApp;
let account: TestAccount;
beforeAll(async () => {
  postgres = await startPrivatePostgres({ settings: { log_statement: 'all' } });
  server = await startTestApp({ DATABASE_URL: postgres.url });
  account = await createTestAccount(server);
  await makeAdmin(server, account);
  await fillAccount(server, account);
});
afterAll(async () => {
  await server.close();
  await postgres.stop();
});

/** The statements logged so far; PostgreSQL logs a statement before it runs it. */
const requested = (): readonly string[] =>
  fs.readFileSync(postgres.logFile, 'utf8').match(/LOG: +(?:statement|execute \S+): .*/g) ?? [];

/** Leaves out exports, which read every table, and checks, which look at everything. */
const reads = (await readContract()).filter(
  ({ name, endpoint: { method, access } }) =>
    method === 'GET' &&
    !['public', 'optional'].includes(access) &&
    !['exportAccount', 'exportAnyAccount', 'runServerChecks'].includes(name),
);

test('there are reads to count', () => {
  expect(reads.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['getMe', 'listProgress', 'listBookmarks', 'getSettings']),
  );
});

test.each(reads)(`$name runs at most ${MOST} statements`, async ({ endpoint }) => {
  const call = () =>
    request(server.url)
      .get(pathOf(endpoint, { userId: account.userId }))
      .set(account.headers);
  // The first may be the one that opens a connection.
  await call().expect(200);
  const runs: (readonly string[])[] = [];
  for (let run = 0; run < 3; run += 1) {
    const before = requested().length;
    await call().expect(200);
    runs.push(requested().slice(before));
  }
  // A job of the server may have run a statement in between.
  const [statements = []] = runs.toSorted((one, other) => one.length - other.length);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.slice(MOST)).toEqual([]);
});
