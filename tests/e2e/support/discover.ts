import { expect, type Locator, type Page } from '@playwright/test';
import type { Site } from './site.ts';

export const row = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('group', { name, exact: true });
export const links = (of: Locator): Locator => of.getByRole('listitem').getByRole('link');

export async function openDiscover(
  page: Page,
  site: Site,
  firstRow = 'Now in theaters',
): Promise<void> {
  await page.goto(`${site.app.url}/discover`);
  await expect(links(row(page, firstRow).first()).first()).toBeVisible();
}

/** Every row in turn, like a user who scrolls through the page. */
export async function scrollThrough(page: Page): Promise<void> {
  const waiting = page.getByRole('main').locator('[role="group"][aria-busy="true"]');
  await expect(async () => {
    // Checks at once: an empty row is removed, and would be waited for.
    const count = await waiting.evaluateAll((rows) => {
      rows[0]?.scrollIntoView();
      return rows.length;
    });
    expect(count).toBe(0);
  }).toPass({ timeout: 120_000, intervals: [100] });
}
