// `npm run dev` serves pages with Vite and forwards the rest: it must forward every route of the server.
import type { FastifyInstance } from 'fastify';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addressesOf, apiPaths } from '../../apps/web/vite-api-paths.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const Initialization = z.object({ fastify: z.custom<FastifyInstance>() });
const routes = new Set<string>();
let server: TestApp;

function collectRoutes(message: unknown): void {
  Initialization.parse(message).fastify.addHook('onRoute', ({ url }) => void routes.add(url));
}

beforeAll(async () => {
  subscribe('fastify.initialization', collectRoutes);
  // Without a built client: Vite serves its files.
  server = await startTestApp({}, { webDist: '/nowhere' });
});
afterAll(async () => {
  unsubscribe('fastify.initialization', collectRoutes);
  await server.close();
});

const forwarded = (await apiPaths()).map((path) => new RegExp(addressesOf(path)));
const isForwarded = (url: string): boolean => forwarded.some((pattern) => pattern.test(url));
const filled = (route: string): string => route.replaceAll(/:\w+/g, 'x').replace(/\*$/, 'x/y');

test('every route of the server is forwarded, with and without a query', () => {
  expect(routes.size).toBeGreaterThan(50);
  const urls = [...routes].filter((route) => route !== '*').map(filled);
  expect(urls.filter((url) => !isForwarded(url) || !isForwarded(`${url}?a=1`))).toEqual([]);
});

test('only routes of the server are forwarded', async () => {
  const urls = [...routes].map(filled);
  const isServed = (path: string) => urls.some((url) => new RegExp(addressesOf(path)).test(url));
  expect((await apiPaths()).filter((path) => !isServed(path))).toEqual([]);
});

test.each([
  '/',
  '/lists',
  '/list/x',
  '/link',
  '/settings',
  '/src/main.tsx',
  '/media/a/b',
  '/discover',
])('%s is a page or a module of Vite', (url) => {
  expect(isForwarded(url)).toBe(false);
});
