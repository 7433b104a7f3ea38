// Registration on a site that requires a captcha. The widgets' scripts come from other hosts, so stand-ins replace
// them. The policy of the page is the real one, and allows only their addresses.
import type { Page } from '@playwright/test';
import { startFakeCaptcha, type FakeCaptcha } from '../support/fakes/captcha.ts';
import { fault, login, register } from './support/account.ts';
import { startSite } from './support/site.ts';
import { expect, longAfterFirst, test } from './support/test.ts';

const SCRIPTS = {
  recaptcha: /^https:\/\/www\.google\.com\/recaptcha\/api\.js/,
  turnstile: /^https:\/\/challenges\.cloudflare\.com\/turnstile\/v0\/api\.js/,
};

let captcha: FakeCaptcha;
test.beforeAll(async () => {
  captcha = await startFakeCaptcha();
});
test.afterAll(() => captcha.close());

/** It issues one token after the other. */
const widget = (tokens: readonly string[]): string => `
  const tokens = ${JSON.stringify(tokens)};
  const next = (key) => {
    if (key !== ${JSON.stringify(captcha.siteKey)}) throw new Error('another key');
    return tokens.shift();
  };
  window.grecaptcha = { ready: (then) => then(), execute: async (key) => next(key) };
  window.turnstile = {
    render(place, options) { setTimeout(() => options.callback(next(options.sitekey))); return 'widget'; },
    remove() {},
  };`;

const create = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Create account' }).click();

test.use({ allowedErrors: /Failed to load resource/ });

for (const [at, provider] of (['recaptcha', 'turnstile'] as const).entries()) {
  const title = `${provider} is loaded at the last step only, reports failures, and can be retried`;
  test(title, longAfterFirst(at), async ({ page }) => {
    test.slow();
    const site = await startSite({
      CAPTCHA_PROVIDER: provider,
      CAPTCHA_SECRET: captcha.secret,
      CAPTCHA_CLIENT_KEY: captcha.siteKey,
      RECAPTCHA_URL: captcha.url,
      TURNSTILE_URL: captcha.url,
    });
    try {
      const requested: string[] = [];
      let isThere = false;
      const solved = captcha.solve({ hostname: '127.0.0.1', score: 0.9 });
      await page.route(SCRIPTS[provider], (route) => {
        requested.push(route.request().url());
        const body = widget(['a token of nobody', solved]);
        return isThere ? route.fulfill({ contentType: 'text/javascript', body }) : route.abort();
      });
      const words = (await register.toVerify(page, site.app.url)).join(' ');
      await login.passphrase(page).fill(words);
      expect(requested).toEqual([]);
      await create(page);
      await expect(fault(page)).toContainText('captcha', { ignoreCase: true });
      expect(requested).toHaveLength(1);

      isThere = true;
      await create(page);
      await expect.poll(() => captcha.count()).toBe(1);
      await expect(fault(page)).toContainText('captcha', { ignoreCase: true });
      await create(page);
      await expect(page).toHaveURL(`${site.app.url}/`);
      expect(requested).toHaveLength(2);
    } finally {
      // Before its server stops.
      await page.close();
      captcha.forget();
      await site.close();
    }
  });
}
