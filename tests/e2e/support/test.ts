import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { MANY_TITLES } from './many-titles.ts';
import type { MovieSite } from './movie-site.ts';
import { startSampleMovies } from './sample-movies.ts';
import { startSite, type Site } from './site.ts';

interface Options {
  /** Console messages that a journey expects: the browser reports every failed request by itself. */
  readonly allowedErrors: RegExp;
}

interface Fixtures {
  readonly consoleErrors: readonly string[];
}

/** Servers start at their first use. The files of a worker share them, so a file resets the servers that it uses. */
interface WorkerFixtures {
  readonly site: Site;
  /** Its catalog has enough titles to scroll. */
  readonly manyTitles: Site;
  readonly sampleMovies: MovieSite;
}

/** Every journey starts with working fakes, and ends with a console without errors. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  site: [
    async ({}, provide) => {
      const site = await startSite();
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  manyTitles: [
    async ({}, provide) => {
      const site = await startSite({}, { titles: MANY_TITLES });
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sampleMovies: [
    async ({}, provide) => {
      const site = await startSampleMovies();
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, provide) => provide(site.app.url),
  allowedErrors: [/(?!)/, { option: true }],
  consoleErrors: [
    async ({ site, page, allowedErrors }, provide) => {
      site.reset();
      // The same on every machine: thumbnails are captured only if a journey needs them.
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { value: 2 });
      });
      const consoleErrors: string[] = [];
      page.on('pageerror', (error) => consoleErrors.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        const text = `${message.text()} (${message.location().url})`;
        if (message.type() === 'error' && !allowedErrors.test(text)) consoleErrors.push(text);
      });
      await provide(consoleErrors);
      expect(consoleErrors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Marks a variant, or a slow case, of what another journey of `npm test` shows: `npm run test:long` plays it. */
export const LONG_ONLY = { tag: '@long' } as const;

/** A loop's first case is played by `npm test`, the others by `npm run test:long`. */
export const longAfterFirst = (at: number): Readonly<{ tag?: '@long' }> =>
  at === 0 ? {} : LONG_ONLY;

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations that axe-core finds. A document loads it once: parsing it takes longer than checking many pages. */
export async function axeViolations(page: Page, options: axe.RunOptions = {}) {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  return page.evaluate(async (runOptions) => (await window.axe.run(runOptions)).violations, {
    ...options,
    resultTypes: ['violations' as const],
  });
}

/** Checks the screen as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await axeViolations(page);
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ html, target }) => `${target.join(' ')}: ${html.slice(0, 160)}`),
  }));
  expect(found).toEqual([]);
}
