// The published movie-web extension, played by a stand-in that speaks its window protocol; and what
// becomes of a page whose extension says anything else.
import { LINES, rest, shown } from './support/captions.ts';
import { fakePublishedExtension } from './support/published-extension.ts';
import { expectPlaying } from './support/screen.ts';
import { nameServers } from './support/site-servers.ts';
import { expect, test } from './support/test.ts';

const CHARADE = '/media/tmdb-movie-4808-charade';

// A browser reports what it may not read.
test.use({ allowedErrors: /net::ERR_FAILED|blocked by CORS policy/ });
test.setTimeout(120_000);

test('a movie is found, let through and captioned by it alone', async ({ page, site }) => {
  await nameServers(page);
  const told = await fakePublishedExtension(page, 'well');
  const ofServer: string[] = [];
  page.on('request', (one) => {
    const { origin, pathname } = new URL(one.url());
    if (origin === site.app.url && /^\/(proxy|scrape|stream)\b/.test(pathname))
      ofServer.push(one.url());
  });
  // Nothing of the archive may be read by the page itself.
  await page.route(
    (url) => [site.archive.host, site.archive.node.host].includes(url.host),
    (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.continue()),
  );
  await page.goto(CHARADE);
  await expectPlaying(page);
  const asked = told.flatMap(({ name, body }) => (name === 'makeRequest' ? [body?.url ?? ''] : []));
  expect(asked.some((url) => url.startsWith(`${site.archive.url}/metadata/`))).toBe(true);
  const prepared = told.flatMap(({ name, body }) => (name === 'prepareStream' ? [body] : []));
  expect(prepared).toEqual([
    expect.objectContaining({ ruleId: 1, targetDomains: expect.arrayContaining(['127.0.0.1']) }),
  ]);

  await page.keyboard.press('c');
  await rest(page, 1);
  await expect(shown(page)).toHaveText(LINES[0] ?? '');
  expect(told.some(({ body }) => body?.url?.endsWith('.srt'))).toBe(true);
  expect(ofServer).toEqual([]);

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Back/ }).click();
  await expect.poll(() => told.at(-1)?.body?.targetDomains).toEqual(['released.invalid']);
});

test('an extension that cannot set a rule costs no movie that plays without one', async ({
  page,
}) => {
  await nameServers(page);
  const told = await fakePublishedExtension(page, 'withoutRules');
  await page.goto(CHARADE);
  await expectPlaying(page);
  expect(told.some(({ name }) => name === 'prepareStream')).toBe(true);
});

test('answers of no protocol are no answers: nothing is found, and the page stays whole', async ({
  page,
}) => {
  await nameServers(page);
  const told = await fakePublishedExtension(page, 'strange');
  await page.goto(CHARADE);
  await expect(page.getByRole('heading', { name: /find/ })).toBeVisible({ timeout: 60_000 });
  expect(told.filter(({ name }) => name === 'makeRequest').length).toBeGreaterThan(0);
});

test('one that answers when nobody waits any more is none, and the proxy brings the movie', async ({
  page,
  site,
}) => {
  await nameServers(page, `${site.app.url}/proxy`);
  const told = await fakePublishedExtension(page, 'late');
  await page.goto(CHARADE);
  await expectPlaying(page);
  expect(new Set(told.map(({ name }) => name))).toEqual(new Set(['hello']));
});
