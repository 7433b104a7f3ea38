import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Vitest leaves one core free, half of a machine with two. A project takes no `maxWorkers` from the root.
const server = { environment: 'node' as const, maxWorkers: '100%' };

/** Files share a worker, which then imports each module once. They leave stores and options as they were. */
const pure = { ...server, isolate: false };

const web = globSync('apps/web/src/**/*.test.{ts,tsx}', { cwd: import.meta.dirname });
/** They need a document of their own, or replace modules, which the next file of a worker would find. */
const isolated = web.filter((file) =>
  /@vitest-environment jsdom|vi\.(?:mock|doMock|resetModules)\(/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
);

export default defineConfig({
  test: {
    projects: [
      { test: { ...pure, name: 'shared', include: ['packages/shared/src/**/*.test.ts'] } },
      { test: { ...pure, name: 'extension', include: ['apps/extension/src/**/*.test.ts'] } },
      { test: { ...pure, name: 'sources', include: ['packages/sources/src/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'api',
          include: ['apps/api/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { ...pure, name: 'web', include: web, exclude: isolated },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { ...server, name: 'web-isolated', include: isolated },
      },
      {
        test: {
          ...server,
          name: 'contract',
          // Each file has a server and a database of its own; a worker imports the code of all once.
          isolate: false,
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Starts, kills and restarts the built server.
        test: {
          ...server,
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
