import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { ensureMedia } from '../support/media.ts';
import { button } from './support/menu.ts';
import { expectPaused, expectPlaying, player, position, time } from './support/screen.ts';
import { startMovieSite, type MovieSite } from './support/movie-site.ts';
import { expect, test } from './support/test.ts';

const LIVE = '/media/tmdb-movie-20367-detour';
const SEGMENT_SECONDS = 2;
const WINDOW = 20;

let movieSite: MovieSite;

test.beforeAll(async () => {
  const media = await ensureMedia();
  const beganMs = Date.now();
  const movie = { tmdbId: 20367, title: 'Detour', streams: [{ url: 'live/now.m3u8' }] };
  movieSite = await startMovieSite([movie], (path) => {
    if (path === '/live/now.m3u8') return { body: playlist((Date.now() - beganMs) / 1_000) };
    const inside = /^\/live\/([\w-]+\.\w+)$/.exec(path)?.[1];
    return inside === undefined ? undefined : { file: join(media.hls, '360', inside) };
  });
});

test.afterAll(() => movieSite.close());

/** The last 40 seconds of a minute of video that repeats. */
function playlist(seconds: number): string {
  const perRound = 60 / SEGMENT_SECONDS;
  const first = Math.floor(seconds / SEGMENT_SECONDS);
  const segments = Array.from({ length: WINDOW }, (_, at) => (first + at) % perRound);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor(first / perRound)}`,
    '#EXT-X-MAP:URI="init_0.mp4"',
    ...segments.flatMap((segment, at) => [
      ...(segment === 0 && at > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXTINF:${SEGMENT_SECONDS},`,
      `segment-${String(segment).padStart(3, '0')}.m4s`,
    ]),
    '',
  ].join('\n');
}

const live = (page: Page) => page.getByRole('button', { name: /LIVE/ });
const valueText = (page: Page) => position(page).getAttribute('aria-valuetext');

test('a live stream has an edge to go back to, a window to seek in, and no resume position', async ({
  page,
}) => {
  await page.goto(`${movieSite.app.url}${LIVE}`);
  await expectPlaying(page);
  await player(page).hover();
  await expect(live(page)).toHaveText('LIVE');
  await expect.poll(() => valueText(page)).toBe('LIVE');
  const edge = await time(page);

  await page.keyboard.press('0');
  await expect(live(page)).toHaveText(/LIVE\u22120:[23]\dGo to live/);
  await expect.poll(() => valueText(page)).toMatch(/^0:[23]\d behind live$/);
  const early = await time(page);
  expect(early).toBeLessThan(edge - 15);
  await expectPlaying(page, early);

  await position(page).focus();
  await page.keyboard.press('End');
  await expect(live(page)).toHaveText('LIVE');
  await page.keyboard.press('Home');
  await expect(live(page)).toHaveText(/Go to live$/);
  await button(page, 'Pause').click();
  await expectPaused(page, true);
  await live(page).click();
  await expect(live(page)).toHaveText('LIVE');
  await expectPlaying(page, edge);

  await page.keyboard.press('k');
  await expectPaused(page, true);
  const saved = await page.evaluate(() => localStorage.getItem('__MW::progress') ?? '');
  expect(saved).not.toContain('20367');
});
