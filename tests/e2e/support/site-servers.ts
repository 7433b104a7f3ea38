import type { Page } from '@playwright/test';

/** Opens the site as if its operator had set CORS_PROXY_URL to these. */
export async function nameServers(page: Page, ...entries: readonly string[]): Promise<void> {
  await page.addInitScript(
    (text) => {
      let config: unknown;
      Object.defineProperty(window, '__CONFIG__', {
        get: () => config,
        set: (given: object) => {
          config = { ...given, CORS_PROXY_URL: text };
        },
      });
    },
    // Empty counts as unset.
    entries.join(',') || ' ',
  );
}
