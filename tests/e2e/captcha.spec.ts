import type { Page } from '@playwright/test';
import { startFakeCaptcha, type FakeCaptcha } from '../support/fakes/captcha.ts';
import { startSite, type Site } from './support/site.ts';
import { clickControl, expectPlaying } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js';

let customSite: Site;
let captcha: FakeCaptcha;

/** A relay that requires a captcha. */
test.beforeAll(async () => {
  captcha = await startFakeCaptcha();
  customSite = await startSite({
    TURNSTILE_ENABLED: 'true',
    TURNSTILE_KEY: captcha.siteKey,
    TURNSTILE_SECRET: captcha.secret,
    TURNSTILE_URL: captcha.url,
  });
});

test.afterAll(async () => {
  await customSite.close();
  await captcha.close();
});

/** Replaces the provider's widget script: it issues one token after the other. */
async function serveWidget(page: Page, how: 'alone' | 'asks' | 'fails', tokens: string[]) {
  const body = `
    const tokens = ${JSON.stringify(tokens)};
    let how = ${JSON.stringify(how)};
    window.turnstile = {
      render(container, options) {
        if (options.sitekey !== ${JSON.stringify(captcha.siteKey)}) throw new Error('another key');
        const solve = () => options.callback(tokens.shift());
        if (how === 'alone') setTimeout(solve);
        if (how === 'fails') setTimeout(() => options['error-callback']('300030'));
        if (how === 'asks') {
          options['before-interactive-callback']();
          const box = document.createElement('button');
          box.textContent = 'I am human';
          box.addEventListener('click', solve);
          container.append(box);
        }
        how = 'asks';
        return 'widget';
      },
      remove() {},
    };`;
  const requested: string[] = [];
  await page.route(`${SCRIPT}*`, (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  return requested;
}

const solved = () => captcha.solve({ hostname: '127.0.0.1' });
const reports = (page: Page) => {
  const reported: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/metrics/captcha')) reported.push(request.postDataJSON());
  });
  return reported;
};

test('an invisible captcha is solved without the user, once for several movies', async ({
  page,
}) => {
  const requested = await serveWidget(page, 'alone', [solved()]);
  const reported = reports(page);
  await page.goto(customSite.app.url);
  expect(requested).toEqual([]);
  await page.goto(`${customSite.app.url}${NIGHT}`);
  await expectPlaying(page);
  expect(requested).toEqual([`${SCRIPT}?render=explicit`]);
  expect(captcha.count('/turnstile/v0/siteverify')).toBe(1);
  expect(reported).toEqual([{ success: true }]);
  await expect(page.getByText('Are you human?')).toBeHidden();
  await clickControl(page, page.getByRole('button', { name: 'Settings', exact: true }));
  await page.getByRole('menuitem', { name: /^Source/ }).click();
  await page.getByRole('menuitemradio', { name: /^Internet Archive/ }).click();
  await expect(page.getByRole('menuitemradio', { name: /2$/ })).toBeVisible();
  expect(captcha.count('/turnstile/v0/siteverify')).toBe(1);
});

test('a failing captcha shows an error, and can be retried by hand', async ({ page }) => {
  await serveWidget(page, 'fails', [solved()]);
  const reported = reports(page);
  await page.goto(`${customSite.app.url}${NIGHT}`);
  await expect(page.getByRole('heading', { name: 'Check failed' })).toBeVisible();
  await expect(page.getByText('Failed to verify your humanity. Please try again.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Are you human?')).toBeVisible();
  await page.getByRole('button', { name: 'I am human' }).click();
  await expectPlaying(page);
  expect(reported).toEqual([{ success: false }, { success: true }]);
});

test.describe('without the widget', () => {
  test.use({ allowedErrors: /net::ERR_FAILED/ });

  test('the wait times out', async ({ page }) => {
    await page.route(`${SCRIPT}*`, (route) => route.abort('failed'));
    await page.goto(`${customSite.app.url}${NIGHT}`);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test.describe('when the relay rejects the token', () => {
  test.use({ allowedErrors: /401/ });

  test('the screen shows why the search has ended', async ({ page }) => {
    await serveWidget(page, 'alone', ['a token of nobody']);
    await page.goto(`${customSite.app.url}${NIGHT}`);
    await expect(page.getByRole('alert').getByText('Failed to verify')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
