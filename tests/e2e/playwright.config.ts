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
  // A file has servers and fakes of its own, which its journeys change: files run beside each other, journeys do not.
  workers: 2,
  timeout: 60_000,
  // Real movies on two busy cores: what fails once is looked at again, and a fault fails twice.
  retries: 1,
  expect: { timeout: 10_000 },
  projects: [
    {
      name: 'chromium',
      testIgnore: FIREFOX,
      use: {
        ...devices['Desktop Chrome'],
        ...headlessChromium(),
      },
    },
    {
      name: 'firefox',
      testMatch: FIREFOX,
      use: { ...devices['Desktop Firefox'], ...firefoxOptions() },
    },
  ],
  use: {
    locale: 'en-US',
    // Twenty animated particles on home take two fifths of a core where no graphics card draws them.
    contextOptions: { reducedMotion: 'reduce' },
    // Journeys that play the network would not see what a worker asks it.
    serviceWorkers: 'block',
    // Recording costs more than many a journey, so only the second look is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    video: 'off',
  },
});
