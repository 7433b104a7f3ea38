// Screens in place of a movie that cannot be played: each gives the reason and a next step.
import type { Page } from '@playwright/test';
import { choice, menu } from './support/menu.ts';
import { expectPlaying } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Adds options to the operator's configuration. */
async function configure(page: Page, options: Readonly<Record<string, string>>): Promise<void> {
  await page.route('**/config.js', async (route) => {
    const answer = await route.fetch();
    const body = `${await answer.text()}\nglobalThis.__CONFIG__ = { ...globalThis.__CONFIG__, ...${JSON.stringify(options)} };`;
    await route.fulfill({ response: answer, body });
  });
}

test('removed titles are not searched for, and all others are', async ({ page }) => {
  await configure(page, { DISALLOWED_IDS: 'series-10331,movie-20367' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/media/tmdb-movie-20367-detour');
  await expect(heading(page, 'Media has been removed')).toBeVisible();
  await expect(button(page, 'Try again')).toHaveCount(0);
  await expectAccessible(page);
  expect(requested.filter((path) => path.endsWith('/scrape'))).toEqual([]);
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(NIGHT);
  await expectPlaying(page);
});

test('a movie is loaded from the host that replaces another', async ({ page, site }) => {
  await configure(page, {
    CDN_REPLACEMENTS: `${new URL(site.archive.node.url).hostname}:films.test`,
  });
  const movies = page.context();
  await movies.route('https://films.test/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${site.archive.url}${pathname}${search}` });
    await route.fulfill({ response });
  });
  await page.goto(NIGHT);
  await expectPlaying(page);
  const address = page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc);
  expect(await address).toMatch(/^https:\/\/films\.test\//);
});

test('an unreleased title shows its date, and is searched for on request', async ({ page }) => {
  await page.goto('/media/tmdb-movie-990002-living-dead-of-tomorrow');
  await expect(heading(page, 'Not released yet')).toBeVisible();
  await expect(page.getByText(/January 1, 2091/)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Search anyway').click();
  await expect(heading(page, "We couldn't find that")).toBeVisible();
});

test('an unplayable stream shows an error, and another search plays', async ({ page }) => {
  const qualities = { '8k': { type: 'mp4', url: 'https://films.test/8k.mp4' } };
  const stream = { id: 's', type: 'file', flags: [], captions: [], qualities };
  const completed = { sourceId: 'internet-archive', stream };
  await page.route('**/scrape?*', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: init\ndata: {"sourceIds":["internet-archive"]}\n\nevent: completed\ndata: ${JSON.stringify(completed)}\n\n`,
    }),
  );
  // A repeated search finds no other stream.
  const alone = { embeds: [], stream: [stream] };
  await page.route('**/scrape/source?*', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: completed\ndata: ${JSON.stringify(alone)}\n\n`,
    }),
  );
  await page.goto(NIGHT);
  await expect(heading(page, 'Failed to play video!')).toBeVisible();
  await expect(page.getByText(/^Couldn't select quality/)).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await button(page, 'Search again').click();
  await expectPlaying(page);
});

test.describe('when the list of sources fails to load', () => {
  test.use({ allowedErrors: /Failed to load resource/ });

  test('an error is shown before any search, with a retry', async ({ page }) => {
    await page.route('**/metadata', (route) => route.fulfill({ status: 503 }));
    await page.route('**/scrape?*', () => undefined);
    await page.goto(NIGHT);
    await expect(heading(page, 'Failed to load API metadata')).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await expectPlaying(page);
  });
});

test.describe('an extension', () => {
  /** Responds like the movie-web extension, and stores which of its pages was requested. */
  const install = (page: Page, hello: object) =>
    page.addInitScript((facts) => {
      window.addEventListener('message', ({ data }) => {
        const { name, instanceId, body, relayed } = data;
        if (relayed || typeof name !== 'string') return;
        if (name === 'openPage') document.documentElement.dataset.opened = body.redirectUrl;
        const answer = name === 'hello' ? { success: true, version: '1.3.0', ...facts } : undefined;
        const reply = { name, instanceId, body: answer ?? { success: true }, relayed: true };
        window.postMessage(reply, '/');
      });
    }, hello);

  test('without permission is configured first, or skipped', LONG_ONLY, async ({ page }) => {
    await install(page, { allowed: true, hasPermission: false });
    // The movie would be available at once.
    await page.route('**/scrape?*', () => undefined);
    await page.goto(`${NIGHT}?t=20`);
    await expect(heading(page, 'Configure the extension')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Allow access').click();
    await expect(page.locator('html')).toHaveAttribute('data-opened', page.url());
    await page.unrouteAll();
    await button(page, 'Continue without it').click();
    await expectPlaying(page, 20);
  });

  test(
    'that is not allowed to help here is named when nothing was found',
    LONG_ONLY,
    async ({ page, site }) => {
      await install(page, { allowed: false, hasPermission: true });
      site.archive.behave('empty');
      await page.goto(NIGHT);
      await expect(heading(page, 'Extension disabled')).toBeVisible();
      await expect(page.getByText('Please enable the extension')).toBeVisible();
      await expectAccessible(page);
      await button(page, 'Allow access').click();
      await expect(page.locator('html')).toHaveAttribute('data-opened', page.url());
    },
  );
});

test(
  'when nothing was found, the sources that have not responded are retried, together or one alone',
  LONG_ONLY,
  async ({ page, site }) => {
    site.archive.behave('error');
    await page.goto(NIGHT);
    await expect(heading(page, "We couldn't find that")).toBeVisible();
    await page.getByText('Details', { exact: true }).click();
    await expect(page.getByText(/^URL - .*internet-archive-0: failure/s)).toBeVisible();
    const requested = page.waitForRequest(/\/scrape\/source\?/);
    await button(page, 'Retry failed sources').click();
    expect(new URL((await requested).url()).searchParams.get('id')).toBe('internet-archive');
    await expect(heading(page, "We couldn't find that")).toBeVisible();

    site.archive.behave('normal');
    await button(page, 'Choose another source').click();
    await expect(menu(page, 'Source')).toBeVisible();
    await expectAccessible(page);
    await choice(page, /^Internet Archive/).click();
    await choice(page, /2$/).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectPlaying(page);
    await page.goBack();
    await expect(page).not.toHaveURL(/r=/);
  },
);
