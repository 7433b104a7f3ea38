// A movie of the operator's media server, with two audio tracks and subtitles.
import { createRequire } from 'node:module';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import { HOME_VIDEO, ITEMS, TWO_TONGUES, type FakeItem } from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite, type Site } from './support/site.ts';
import { brightness, expectPlaying, player, position, time } from './support/screen.ts';
import { expect, LONG_ONLY, test as base } from './support/test.ts';

const MOVIE = '/media/tmdb-movie-990001-the-lighthouse-keepers-ledger';

const SHEET = { Width: 320, Height: 180, TileWidth: 10, TileHeight: 10 };
/** Adds an image for every ten seconds of the item's minute. */
const withImages = (item: FakeItem): FakeItem => {
  const [version] = item.sources ?? [];
  if (item.Id !== TWO_TONGUES.Id || !version) return item;
  const images = { ...SHEET, ThumbnailCount: 6, Interval: 10_000, Bandwidth: 900 };
  return { ...item, Trickplay: { [version.Id]: { 320: images } } };
};

/** A minimal player: a video, and a button for each audio track that hls.js finds. */
const PLAYER = `<!doctype html>
<title>A player</title>
<video muted autoplay></video>
<script src="/hls.js"></script>
<script>
  const hls = new Hls();
  hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, (_event, { audioTracks }) => {
    for (const [at, { name }] of audioTracks.entries()) {
      const button = document.createElement('button');
      button.textContent = name;
      button.onclick = () => { hls.audioTrack = at; };
      document.body.append(button);
    }
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal, details }) => { if (fatal) console.error(details); });
  hls.loadSource(new URLSearchParams(location.search).get('url'));
  hls.attachMedia(document.querySelector('video'));
</script>`;

interface Attic {
  readonly jellyfin: FakeJellyfin;
  readonly elsewhere: Fake;
}

const test = base.extend<object, Attic & { site: Site }>({
  jellyfin: [
    async ({}, provide) => {
      const media = await ensureJellyfinMedia(await ensureMedia());
      const jellyfin = await startJellyfin({
        media,
        items: [...ITEMS.map(withImages), HOME_VIDEO],
      });
      await provide(jellyfin);
      await jellyfin.close();
    },
    { scope: 'worker' },
  ],
  elsewhere: [
    async ({}, provide) => {
      const script = createRequire(import.meta.url).resolve('hls.js/dist/hls.js');
      const elsewhere = await startFake(({ url }) =>
        url.pathname === '/hls.js'
          ? { file: script, headers: { 'content-type': 'text/javascript' } }
          : { body: PLAYER, headers: { 'content-type': 'text/html' } },
      );
      await provide(elsewhere);
      await elsewhere.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ jellyfin }, provide) => {
      const keys = { JELLYFIN_URL: jellyfin.url, JELLYFIN_API_KEY: jellyfin.apiKey };
      const site = await startSite(keys);
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const segmentsOf = ({ requests }: FakeJellyfin, track: number): number =>
  requests.filter(
    ({ url }) =>
      url.pathname.endsWith('.ts') && url.searchParams.get('AudioStreamIndex') === String(track),
  ).length;

test('a movie plays with its subtitles, and neither the server nor its key is revealed', async ({
  page,
  jellyfin,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(MOVIE);
  await expectPlaying(page);
  await expect.poll(() => brightness(page)).toBeGreaterThan(40);
  await page.keyboard.press('c');
  const lines = /kettle hums|Rain taps|Seven steps|Count the lamps|almost at the end/;
  await expect(page.getByText(lines).first()).toBeVisible();

  expect(segmentsOf(jellyfin, 1)).toBeGreaterThan(0);
  expect(requested.filter((url) => url.includes(jellyfin.host))).toEqual([]);
  expect(requested.filter((url) => url.includes(jellyfin.apiKey))).toEqual([]);
});

test(
  'over the seek bar its images show the position under the pointer',
  LONG_ONLY,
  async ({ page }) => {
    await page.goto(MOVIE);
    await expectPlaying(page);
    const sheet = page.waitForResponse(
      (response) => response.headers()['content-type'] === 'image/jpeg',
    );
    const image = player(page).locator('[data-at]');
    await expect(async () => {
      const box = await position(page).boundingBox();
      if (!box) throw new Error('There is no bar');
      await page.mouse.move(box.x + box.width * 0.49, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
      await expect(image).toHaveAttribute('data-at', '30', { timeout: 1_000 });
    }).toPass();
    await expect(image).toHaveCSS('background-position', '-960px 0px');
    const response = await sheet;
    expect(response.ok()).toBe(true);
    expect(new URL(response.url()).pathname).toMatch(/^\/stream\//);
  },
);

test('both audio tracks are offered, and can be changed during playback', async ({
  page,
  elsewhere,
  jellyfin,
}) => {
  const playlist = page.waitForRequest(/\/index\.m3u8$/);
  await page.goto(MOVIE);
  const url = (await playlist).url();
  await expectPlaying(page);

  await page.goto(`${elsewhere.url}/?url=${encodeURIComponent(url)}`);
  await expect(page.getByRole('button')).toHaveText([/^English/, /^Deutsch/]);
  await expectPlaying(page);
  jellyfin.forget();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect.poll(() => segmentsOf(jellyfin, 2)).toBeGreaterThan(0);
  await expectPlaying(page, await time(page));
  await page.getByRole('button', { name: 'English' }).click();
  await expectPlaying(page, await time(page));
});

test('its home videos are in the library, and play from there', async ({ page, site }) => {
  await page.goto(`${site.app.url}/library?section=videos`);
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: HOME_VIDEO.Name });
  await expect(card.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await card.getByRole('link').click();
  await expectPlaying(page);
  await expect(page).toHaveTitle(/Kayaks on the lake/);
});
