// A site with a proxy and no relay: its pages ask the sources themselves.
import { expectPlaying } from './support/screen.ts';
import { nameServers } from './support/site-servers.ts';
import { expect, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';

test.beforeEach(({ page, site }) => nameServers(page, `${site.app.url}/proxy`));

// A browser reports what it may not read.
test.use({ allowedErrors: /net::ERR_FAILED|blocked by CORS policy/ });

test('a movie is found where pages may look for themselves, and plays', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(NIGHT);
  await expectPlaying(page);
  const { app, archive } = site;
  expect(asked.some((url) => url.startsWith(`${archive.url}/metadata/`))).toBe(true);
  expect(asked.filter((url) => /^\/(scrape|metadata)\b/.test(url.replace(app.url, '')))).toEqual(
    [],
  );
});

test('a movie is found through the proxy where pages may not, and plays', async ({
  page,
  site,
}) => {
  const hosts = [site.archive.host, site.archive.node.host];
  const refused: string[] = [];
  await page.route(
    (url) => hosts.includes(url.host),
    (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue();
      refused.push(route.request().url());
      return route.abort('failed');
    },
  );
  const proxied = page.waitForResponse(
    (answer) => answer.url().includes('/proxy?destination=') && answer.ok(),
  );
  await page.goto(NIGHT);
  await proxied;
  await expectPlaying(page);
  expect(refused.length).toBeGreaterThan(0);
});
