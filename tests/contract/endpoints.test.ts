// Keeps the contract and the server in step: every endpoint is served, and a test in this folder parses its reply.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { readContract } from '../support/contract.ts';

const endpoints = (await readContract()).map(({ name, endpoint: { method, path } }) => ({
  name,
  method,
  path,
}));

/** The endpoints for which a test here calls `name.reply.parse(...)`. */
const parsed = new Set(
  globSync('*.test.ts', { cwd: import.meta.dirname })
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\b(\w+)\.reply\.parse\(/g)].map(([, name]) => name)),
);

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

test.each(endpoints)('$name has a test that parses its response', ({ name }) => {
  expect(parsed).toContain(name);
});
