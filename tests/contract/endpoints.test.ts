// Keeps the contract and the server in step. `scripts/check-contract.ts` finds endpoints without a test of their reply.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { readContract } from '../support/contract.ts';

const endpoints = (await readContract()).map(({ name, endpoint: { method, path } }) => ({
  name,
  method,
  path,
}));

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('the contract has endpoints', () => {
  expect(endpoints.map(({ path }) => path)).toContain('/meta');
});

test.each(endpoints)('$name is served at $method $path', ({ method, path }) => {
  expect(server.app.hasRoute({ method, url: path })).toBe(true);
});
