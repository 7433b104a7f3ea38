// A stream that browsers cannot fetch: its server requires one Referer.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying, expectTimeNear, position, time } from './support/screen.ts';
import { expect, test as base } from './support/test.ts';

const REFERER = 'https://club.films.test/members';
const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';

interface Club {
  readonly club: Fake;
}

const test = base.extend<object, Club & { site: Site }>({
  club: [
    async ({}, provide) => {
      const { hls } = await ensureMedia();
      const club = await startFake(({ headers, url }) => {
        const file = join(hls, url.pathname);
        if (headers['referer'] !== REFERER || !existsSync(file)) return { status: 403 };
        return { file };
      });
      await provide(club);
      await club.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ club }, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'matinee-manifest-'));
      const manifest = join(folder, 'films.json');
      const streams = [{ url: `${club.url}/master.m3u8`, headers: { Referer: REFERER } }];
      const movies = [{ tmdbId: 10331, title: 'Night of the Living Dead', streams }];
      await writeFile(manifest, JSON.stringify({ version: 1, name: 'The club', movies }));
      const site = await startSite({ MANIFEST: manifest, OPERATOR_ALLOWED_HOSTS: club.host });
      await provide(site);
      await site.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a stream that needs a header plays, and its server is never revealed', async ({
  page,
  club,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(MOVIE);
  await expectPlaying(page);

  await position(page).focus();
  await page.keyboard.press('End');
  await expect.poll(() => time(page)).toBeGreaterThan(50);
  await page.keyboard.press('Home');
  await expectTimeNear(page, 0);

  expect(club.count('/720/segment-') + club.count('/360/segment-')).toBeGreaterThan(0);
  expect(club.requests.filter(({ headers }) => headers['referer'] !== REFERER)).toEqual([]);
  expect(requested.filter((url) => url.includes(club.host))).toEqual([]);
  expect(requested.filter((url) => url.includes('/stream/')).length).toBeGreaterThan(2);
  const readable = requested.filter((url) => /\/scrape\?|\.m3u8$/.test(url));
  const responses = await Promise.all(readable.map(async (url) => (await fetch(url)).text()));
  const words = responses.join('\n');
  expect(words).toContain('event: completed');
  expect(words).toContain('#EXT-X-STREAM-INF');
  expect(words).toContain('#EXTINF');
  expect(words).not.toContain(club.host);
  expect(words).not.toContain('club.films.test');
});
