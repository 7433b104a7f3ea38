// Sources that the page queries itself: the user's add-ons, and without a relay the operator's PeerTube instances.
import type { Page } from '@playwright/test';
import type { Fake } from '../support/fakes/http.ts';
import { startPeertube } from '../support/fakes/peertube.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite, type Site } from './support/site.ts';
import { clickControl, expectPlaying, time } from './support/screen.ts';
import { nameServers } from './support/site-servers.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const DETOUR = '/media/tmdb-movie-20367-detour';
const LEDGER = '/media/tmdb-movie-990001-the-lighthouse-keepers-ledger';

let customSite: Site;
let addon: Fake;
let instance: Fake;

test.beforeAll(async () => {
  const media = await ensureMedia();
  [addon, instance] = await Promise.all([
    startStremio({
      media,
      streams: {
        'movie/tt0037638': [
          { name: 'A torrent', infoHash: 'a'.repeat(40) },
          { name: 'Shelf 360p', plays: 'file360' },
        ],
      },
    }),
    startPeertube({
      media,
      knownAs: 'films.example.org',
      videos: [
        {
          uuid: '5b0b8c3e-2f1d-4b8e-9d63-0d2a8f0e6a11',
          shortUuid: 'bPq3N1yHq4Cw5uS2',
          name: "The Lighthouse Keeper's Ledger (1998)",
          seconds: 6_060,
          licence: 2,
          shape: 'both',
          hasCaptions: true,
        },
      ],
    }),
  ]);
  customSite = await startSite({
    ALLOW_USER_ADDONS: 'true',
    PEERTUBE_INSTANCES: 'films.example.org',
    PEERTUBE_HOSTS: `films.example.org=${instance.url}`,
  });
});

test.afterAll(async () => {
  await customSite.close();
  await Promise.all([addon.close(), instance.close()]);
});

/** Storage of an earlier visit. */
const keep = (page: Page, key: string, state: object) =>
  page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify({ state, version: 0 }),
  ] as const);

// The browser reports requests that CORS blocks.
test.use({ allowedErrors: /net::ERR_FAILED|blocked by CORS policy|nothing\/manifest\.json/ });

test('a movie of the viewer’s own add-on plays, and the server does not see the add-on', async ({
  page,
}) => {
  const url = `${addon.url}/shelf/manifest.json`;
  await keep(page, '__MW::addons', { addons: [{ url, name: 'My own shelf' }] });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`${customSite.app.url}${DETOUR}`);
  await expectPlaying(page);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc))
    .toContain(addon.host);
  const ofServer = requested.filter((one) => one.startsWith(customSite.app.url));
  expect(ofServer.some((one) => one.includes('/scrape?'))).toBe(true);
  expect(ofServer.filter((one) => one.includes(encodeURIComponent(addon.host)))).toEqual([]);

  const before = await time(page);
  await clickControl(page, page.getByRole('button', { name: 'Settings', exact: true }));
  await page.getByRole('menuitem', { name: /^Source My own shelf/ }).click();
  await expect(page.getByRole('menuitemradio', { name: /^My own shelf Playing/ })).toBeChecked();
  await page.getByRole('menuitemradio', { name: /^My own shelf/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectPlaying(page, before);
});

test('an add-on is tested before it is saved in the settings', LONG_ONLY, async ({ page }) => {
  await page.goto(`${customSite.app.url}/settings`);
  const card = page.getByRole('region', { name: 'Your add-ons' });
  const address = card.getByRole('textbox', { name: 'Add-on URL' });
  const outcome = card.getByRole('status');
  await address.fill('nowhere');
  await card.getByRole('button', { name: 'Add' }).click();
  await expect(outcome).toContainText('Not a valid URL');
  await address.fill(`${addon.url}/nothing/manifest.json`);
  await card.getByRole('button', { name: 'Add' }).click();
  await expect(outcome).toContainText("Couldn't reach the add-on");
  await address.fill(`${addon.url}/shelf/manifest.json`);
  await address.press('Enter');
  await expect(outcome).toContainText('added');
  await expect(card.getByRole('listitem')).toContainText(addon.host);
  await expectAccessible(page);
  await page.reload();
  await card.getByRole('button', { name: /^Remove/ }).click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
});

test('without a relay the page finds a movie of a named instance, and it plays', async ({
  page,
}) => {
  await nameServers(page, `${customSite.app.url}/proxy`);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`${customSite.app.url}${LEDGER}`);
  await expectPlaying(page);
  expect(requested.some((one) => one.startsWith(`${instance.url}/api/v1/`))).toBe(true);
  expect(requested.filter((one) => /\/(scrape|metadata)\b/.test(one))).toEqual([]);
});
