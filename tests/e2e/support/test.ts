import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { openCinema, type Cinema } from './cinema.ts';

interface Tolerance {
  /** Console messages that belong to the journey: a browser reports every failed request by itself. */
  readonly tolerated: RegExp;
}

interface Watched {
  readonly complaints: readonly string[];
}

interface House {
  readonly cinema: Cinema;
}

/** Every journey starts with fakes that behave, and ends with a console without a single error. */
export const test = base.extend<Tolerance & Watched, House>({
  cinema: [
    async ({}, provide) => {
      const cinema = await openCinema();
      await provide(cinema);
      await cinema.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ cinema }, provide) => provide(cinema.app.url),
  tolerated: [/(?!)/, { option: true }],
  complaints: [
    async ({ cinema, page, tolerated }, provide) => {
      cinema.reset();
      // The same on every machine: thumbnails are made only where a journey wants them.
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { value: 2 });
      });
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        const text = `${message.text()} (${message.location().url})`;
        if (message.type() === 'error' && !tolerated.test(text)) complaints.push(text);
      });
      await provide(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** axe-core, on the screen as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ html, target }) => `${target.join(' ')}: ${html.slice(0, 160)}`),
  }));
  expect(found).toEqual([]);
}
