// A site with a proxy and no relay: its pages query the sources themselves.
import { expectPlaying } from './support/screen.ts';
import { nameServers } from './support/site-servers.ts';
import { expect, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';

test.beforeEach(({ page, site }) => nameServers(page, `${site.app.url}/proxy`));

// The browser reports requests that CORS blocks.
test.use({ allowedErrors: /net::ERR_FAILED|blocked by CORS policy/ });

test('with CORS the page finds a movie itself, and it plays', async ({ page, site }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(NIGHT);
  await expectPlaying(page);
  const { app, archive } = site;
  expect(requested.some((url) => url.startsWith(`${archive.url}/metadata/`))).toBe(true);
  expect(
    requested.filter((url) => /^\/(scrape|metadata)\b/.test(url.replace(app.url, ''))),
  ).toEqual([]);
});

test('without CORS the page finds a movie through the proxy, and it plays', async ({
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
    (response) => response.url().includes('/proxy?destination=') && response.ok(),
  );
  await page.goto(NIGHT);
  await proxied;
  await expectPlaying(page);
  expect(refused.length).toBeGreaterThan(0);
});
