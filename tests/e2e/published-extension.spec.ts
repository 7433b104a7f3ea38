// A stand-in for the published movie-web extension that speaks its window protocol, and extensions that send invalid
// replies.
import { LINES, rest, shown } from './support/captions.ts';
import { fakePublishedExtension } from './support/published-extension.ts';
import { expectPlaying } from './support/screen.ts';
import { nameServers } from './support/site-servers.ts';
import { expect, test } from './support/test.ts';

const CHARADE = '/media/tmdb-movie-4808-charade';

// The browser reports requests that CORS blocks.
test.use({ allowedErrors: /net::ERR_FAILED|blocked by CORS policy/ });
test.setTimeout(120_000);

/** Part of `npm run test:long`; the first journey is enough for every change. */
const long = { tag: '@long' };

test('a movie is found, allowed and captioned by it alone', async ({ page, site }) => {
  await nameServers(page);
  const messages = await fakePublishedExtension(page, 'well');
  const ofServer: string[] = [];
  page.on('request', (one) => {
    const { origin, pathname } = new URL(one.url());
    if (origin === site.app.url && /^\/(proxy|scrape|stream)\b/.test(pathname))
      ofServer.push(one.url());
  });
  // The archive has no CORS headers.
  await page.route(
    (url) => [site.archive.host, site.archive.node.host].includes(url.host),
    (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.continue()),
  );
  await page.goto(CHARADE);
  await expectPlaying(page);
  const requested = messages.flatMap(({ name, body }) =>
    name === 'makeRequest' ? [body?.url ?? ''] : [],
  );
  expect(requested.some((url) => url.startsWith(`${site.archive.url}/metadata/`))).toBe(true);
  const prepared = messages.flatMap(({ name, body }) => (name === 'prepareStream' ? [body] : []));
  expect(prepared).toEqual([
    expect.objectContaining({ ruleId: 1, targetDomains: expect.arrayContaining(['127.0.0.1']) }),
  ]);

  await page.keyboard.press('c');
  await rest(page, 1);
  await expect(shown(page)).toHaveText(LINES[0] ?? '');
  expect(messages.some(({ body }) => body?.url?.endsWith('.srt'))).toBe(true);
  expect(ofServer).toEqual([]);

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Back/ }).click();
  const rules = () => messages.filter(({ name }) => name === 'prepareStream');
  await expect.poll(() => rules().at(-1)?.body?.targetDomains).toEqual(['released.invalid']);
});

test(
  'an extension that cannot set a rule does not affect movies that play without one',
  long,
  async ({ page }) => {
    await nameServers(page);
    const messages = await fakePublishedExtension(page, 'withoutRules');
    await page.goto(CHARADE);
    await expectPlaying(page);
    expect(messages.some(({ name }) => name === 'prepareStream')).toBe(true);
  },
);

test(
  'invalid replies are ignored: nothing is found, and the page keeps working',
  long,
  async ({ page }) => {
    await nameServers(page);
    const messages = await fakePublishedExtension(page, 'strange');
    await page.goto(CHARADE);
    await expect(page.getByRole('heading', { name: /find/ })).toBeVisible({ timeout: 60_000 });
    expect(messages.filter(({ name }) => name === 'makeRequest').length).toBeGreaterThan(0);
  },
);

test(
  'an extension that replies too late counts as missing, and the proxy delivers the movie',
  long,
  async ({ page, site }) => {
    await nameServers(page, `${site.app.url}/proxy`);
    const messages = await fakePublishedExtension(page, 'late');
    await page.goto(CHARADE);
    await expectPlaying(page);
    expect(new Set(messages.map(({ name }) => name))).toEqual(new Set(['hello']));
  },
);
