import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { firefoxOptions, headlessChromium } from './support/browser.ts';

const results = join(import.meta.dirname, '../../test-results');

/** The main journeys, which run in both browsers' engines. */
const FIREFOX = /firefox\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/database-server.ts',
  outputDir: join(results, 'e2e'),
  reporter: [['line'], ['json', { outputFile: join(results, 'e2e.json') }]],
  // A file has its own servers and fakes, which its journeys change: files run in parallel, journeys do not.
  // Five on two cores: a journey needs two seconds of CPU and lasts five, because it waits for servers and plays
  // videos.
  workers: 5,
  // Limits for journeys that hang. They cost nothing otherwise, and a busy machine is slow.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  retries: 0,
  projects: [
    {
      // Firefox comes first: it takes long to start, and few files run in parallel with the last one.
      name: 'firefox',
      testMatch: FIREFOX,
      use: { ...devices['Desktop Firefox'], ...firefoxOptions() },
    },
    {
      name: 'chromium',
      testIgnore: FIREFOX,
      use: {
        ...devices['Desktop Chrome'],
        ...headlessChromium(),
      },
    },
  ],
  use: {
    locale: 'en-US',
    // Without a graphics card, the twenty animated particles on home take two fifths of a core.
    contextOptions: { reducedMotion: 'reduce' },
    // Journeys that fake the network would not see the requests of a service worker.
    serviceWorkers: 'block',
    // Recording costs more than many journeys. `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
  },
});
