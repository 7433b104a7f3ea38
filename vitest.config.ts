import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The time limits are for a busy machine. A project takes none of these from the root. */
const server = {
  environment: 'node' as const,
  // Three on two cores: with two, a fifth of their time passes in waiting for databases and processes.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testTimeout: 30_000,
  setupFiles: ['tests/support/wait-for.ts'],
  expect: { poll: { timeout: 20_000 } },
};

/** With the run's database server. */
const patient = {
  globalSetup: ['tests/support/database-server.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** Files share a worker, which then imports each module once. They leave stores and options as they were. */
const pure = { ...server, isolate: false };

/** Crashes under load, which take minutes. `npm run test:long` runs them; contract tests have short ones. */
const long = ['database-down', 'disk-full', 'drill'].map((name) => `tests/process/${name}.test.ts`);

/** Measures the heap of its worker, which must not hold the modules of other files. */
const measured = 'apps/api/src/media-library/folder/many-files.test.ts';

const web = globSync('apps/web/src/**/*.test.{ts,tsx}', { cwd: import.meta.dirname });
const webWith = (text: RegExp): string[] =>
  web.filter((file) => text.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
/** They replace modules or start the languages their own way, which the next file of a worker would find. */
const isolated = webWith(/vi\.(?:mock|doMock|resetModules)\(|initReactI18next/);
/** A worker is kept for files of the same environment only. */
const inDocument = webWith(/@vitest-environment jsdom/);

export default defineConfig({
  test: {
    projects: [
      { test: { ...pure, name: 'shared', include: ['packages/shared/src/**/*.test.ts'] } },
      { test: { ...pure, name: 'extension', include: ['apps/extension/src/**/*.test.ts'] } },
      { test: { ...pure, name: 'sources', include: ['packages/sources/src/**/*.test.ts'] } },
      {
        test: {
          ...pure,
          ...patient,
          name: 'api',
          include: ['apps/api/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [measured],
        },
      },
      { test: { ...server, ...patient, name: 'api-isolated', include: [measured] } },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...pure,
          name: 'web',
          include: web,
          exclude: [...isolated, ...inDocument],
          setupFiles: [...pure.setupFiles, 'tests/support/real-globals.ts'],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...pure,
          name: 'web-document',
          include: inDocument,
          exclude: isolated,
          setupFiles: [
            ...pure.setupFiles,
            'tests/support/real-globals.ts',
            'tests/support/empty-document.ts',
            'tests/support/patient-queries.ts',
          ],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...server,
          name: 'web-isolated',
          include: isolated,
          setupFiles: [...server.setupFiles, 'tests/support/patient-queries.ts'],
        },
      },
      {
        test: {
          ...pure,
          ...patient,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
        },
      },
      {
        // Starts, kills and restarts the built server.
        test: {
          ...server,
          ...patient,
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          exclude: process.env.LONG_TESTS === undefined ? long : [],
        },
      },
    ],
  },
});
