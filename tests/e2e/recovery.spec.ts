import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fake, FakeRequest } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import { expectPlaying, time } from './support/screen.ts';
import { startMovieSite, type MovieSite } from './support/movie-site.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const FILE = '/media/tmdb-movie-20367-detour';
const LADDER = '/media/tmdb-movie-3085-his-girl-friday';
/** The relay's path for streams of a private address. */
const RELAY = /\/stream\//;
const HOLED = '/media/tmdb-movie-10331-night-of-the-living-dead';

let mediaHost: Fake;
let movieSite: MovieSite;

/** Operator movies on a server that fails on demand. The third lacks four seconds in its middle. */
test.beforeAll(async () => {
  const media = await ensureMedia();
  const playlist = await readFile(join(media.hls, '360', 'index.m3u8'), 'utf8');
  const holed = playlist.replaceAll(/#EXTINF:[^\n]*\nsegment-00[34]\.m4s\n/g, '');
  const movie = (tmdbId: number, title: string, url: string) => ({
    tmdbId,
    title,
    streams: [{ url }],
  });
  const movies = [
    movie(20367, 'Detour', '720.mp4'),
    movie(3085, 'His Girl Friday', 'hls/master.m3u8'),
    movie(10331, 'Night of the Living Dead', 'hls/360/holed.m3u8'),
  ];
  movieSite = await startMovieSite(movies, (path) => {
    if (path === '/720.mp4') return { file: media.video720 };
    if (path.endsWith('/holed.m3u8')) return { body: holed };
    const inside = /^\/hls\/((?:\w+\/)?[\w-]+\.\w+)$/.exec(path)?.[1];
    return inside === undefined ? undefined : { file: join(media.hls, inside) };
  });
  mediaHost = movieSite.mediaHost;
});

test.afterAll(() => movieSite.close());

test.beforeEach(() => {
  mediaHost.behave('normal');
  mediaHost.forget();
});

// The browser reports each request that fails, and these do on purpose.
test.use({ allowedErrors: /Failed to load resource|ERR_|CORS/ });

const goTo = (page: Page, path: string) => page.goto(`${movieSite.app.url}${path}`);

/** The first relayed request for each path. The server has probed the stream before it offers it. */
function firstOf(wanted: RegExp): (request: FakeRequest) => boolean {
  const seen = new Set<string>();
  return ({ url: { pathname } }) =>
    wanted.test(pathname) && !seen.has(pathname) && seen.add(pathname).has(pathname);
}

async function expectFailure(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Failed to play video!' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(
    page.getByRole('button', { name: /Try next source|Search again/ }).first(),
  ).toBeVisible();
}

test('a missing playlist is reported as failed, and plays when it is back', async ({ page }) => {
  await page.route(RELAY, (route) => route.fulfill({ status: 404 }));
  await goTo(page, LADDER);
  await expectFailure(page);
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText(/hls: manifestLoadError/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(RELAY);
  await page.getByRole('button', { name: 'Search again' }).click();
  await expectPlaying(page);
});

test('an invalid playlist is reported as failed', async ({ page }) => {
  await page.route(RELAY, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Down for maintenance</h1>' }),
  );
  await goTo(page, LADDER);
  await expectFailure(page);
});

test(
  'segments that break off once are loaded again, without a message',
  LONG_ONLY,
  async ({ page }) => {
    mediaHost.behave('truncated', firstOf(/segment-00[0-3]\.m4s$/));
    await goTo(page, LADDER);
    await expectPlaying(page, 5);
  },
);

test('an interrupted connection recovers, and the movie continues', LONG_ONLY, async ({ page }) => {
  mediaHost.behave('down', firstOf(/segment-00[1-9]\.m4s$/));
  await goTo(page, LADDER);
  await expectPlaying(page, 5);
});

test('a segment that never arrives is requested again', LONG_ONLY, async ({ page }) => {
  test.slow();
  mediaHost.behave({ slowMs: 3_600_000 }, firstOf(/segment-000\.m4s$/));
  await goTo(page, LADDER);
  await expect.poll(() => time(page), { timeout: 60_000 }).toBeGreaterThan(1);
});

test('a gap of four seconds is skipped', LONG_ONLY, async ({ page }) => {
  await goTo(page, HOLED);
  await expectPlaying(page, 11);
});

test('a file whose connection is cut continues after the cut', LONG_ONLY, async ({ page }) => {
  let isCut = false;
  mediaHost.behave('truncated', ({ headers }) => !isCut && (isCut = headers.range === 'bytes=0-'));
  await goTo(page, FILE);
  await expectPlaying(page);
  await page.keyboard.press('4');
  // Half of the file, and with it half of the minute, had arrived.
  await expect.poll(() => time(page), { timeout: 40_000 }).toBeGreaterThan(33);
});

test('each movie releases the previous one', async ({ page }) => {
  await goTo(page, LADDER);
  await expectPlaying(page);
  await page.goto(`${movieSite.app.url}${FILE}`);
  await expectPlaying(page);
  await expect.poll(() => mediaHost.open()).toBeLessThan(2);
});
