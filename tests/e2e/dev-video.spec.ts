import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { ensureMultiTrackMedia } from '../support/multi-track-media.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite } from './support/site.ts';
import { clickControl, expectPlaying } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, longAfterFirst, test } from './support/test.ts';

let mediaHost: Fake;

/** A server with CORS: a file, a playlist and captions. */
test.beforeAll(async () => {
  const media = await ensureMedia();
  const choices = await ensureMultiTrackMedia(media);
  const headers = { 'access-control-allow-origin': '*' };
  const captions = '1\n00:00:00,000 --> 00:00:50,000\nIt works.\n';
  mediaHost = await startFake(({ url: { pathname } }) => {
    if (pathname === '/film.mp4') return { file: media.video360, headers };
    if (pathname === '/watch') {
      return { file: media.video360, headers: { ...headers, 'content-type': 'video/mp4' } };
    }
    if (pathname === '/choices/list') return { file: join(choices, 'master.m3u8'), headers };
    if (pathname === '/en.srt') return { body: captions, headers };
    const inside = /^\/choices\/((?:\w+\/)?\w+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: join(choices, inside), headers };
  });
});

test.afterAll(() => mediaHost.close());

const video = (page: Page) => page.getByRole('textbox', { name: 'Video URL' });
const captions = (page: Page) => page.getByRole('textbox', { name: /^Subtitle URL/ });
const headers = (page: Page) => page.getByRole('textbox', { name: /^Request headers/ });
const kind = (page: Page) => page.getByRole('combobox', { name: 'Type' });
const play = (page: Page) => page.locator('form').getByRole('button', { name: 'Play' });
const link = (type: string, path: string) =>
  `/dev/video?${new URLSearchParams({ type, url: `${mediaHost.url}${path}` }).toString()}`;

/** The movie-web extension as a page sees it. The messages that it receives are stored in the page. */
const extension = () => {
  const messages: unknown[] = [];
  Object.assign(window, { messages });
  window.addEventListener('message', ({ data }) => {
    const { name, instanceId, body, relayed } = data;
    if (relayed || typeof name !== 'string') return;
    if (name === 'prepareStream') messages.push(body);
    const response = { success: true, version: '1.1.0', allowed: true, hasPermission: true };
    window.postMessage({ name, instanceId, body: response, relayed: true }, '/');
  });
};

test('a file with captions plays, can be linked to, and is not added to the history', async ({
  page,
}) => {
  await page.goto('/dev/video');
  await expect(video(page)).toHaveValue('');
  await expect(headers(page)).toHaveCount(0);
  await expectAccessible(page);
  await video(page).fill(`${mediaHost.url}/film.mp4`);
  await kind(page).selectOption('MP4 file');
  await captions(page).fill(`${mediaHost.url}/en.srt`);
  await page.keyboard.press('Enter');
  await expectPlaying(page);
  await expect(video(page)).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByText('Works.')).toBeVisible();
  await page.reload();
  await expect(
    page.getByText(`contains a video from ${new URL(mediaHost.url).host}.`),
  ).toBeVisible();
  await play(page).click();
  await expectPlaying(page, 3);
  await page.keyboard.press('k');
  await page.goBack();
  await expect(video(page)).toHaveValue('');
  await page.goto('/');
  await expect(page.getByRole('searchbox')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(stored).not.toContain('film.mp4');
  await expect(page.getByRole('heading', { name: /continue watching/i })).toHaveCount(0);
});

test(
  'a link shows the host of its video, and nothing is requested from it before Play',
  LONG_ONLY,
  async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(link('mp4', '/film.mp4'));
    await expect(
      page.getByText(`contains a video from ${new URL(mediaHost.url).host}.`),
    ).toBeVisible();
    await expect(video(page)).toHaveValue(`${mediaHost.url}/film.mp4`);
    await expectAccessible(page);
    expect(requested.filter((url) => url.startsWith(mediaHost.url))).toEqual([]);
    await play(page).click();
    await expectPlaying(page);
  },
);

test(
  'a playlist plays from a link, its menu has addresses, and Back leads to the form',
  LONG_ONLY,
  async ({ page }) => {
    await page.goto(link('hls', '/choices/master.m3u8'));
    await play(page).click();
    await expectPlaying(page);
    await page.goto(`${link('hls', '/choices/master.m3u8')}&r=/settings/quality`);
    await play(page).click();
    await expectPlaying(page);
    await page.getByRole('menuitemradio', { name: '360p' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect
      .poll(() => page.locator('video').evaluate((movie: HTMLVideoElement) => movie.videoHeight))
      .toBe(360);
    await clickControl(page, page.getByRole('link', { name: 'Back to the form' }));
    await expect(video(page)).toBeVisible();
  },
);

for (const [at, [what, path]] of (
  [
    ['a playlist', '/choices/list'],
    ['a file', '/watch'],
  ] as const
).entries()) {
  test(`the address of ${what} without a type plays`, longAfterFirst(at), async ({ page }) => {
    await page.goto(
      `/dev/video?${new URLSearchParams({ url: `${mediaHost.url}${path}` }).toString()}`,
    );
    await expect(kind(page)).toHaveValue('auto');
    await play(page).click();
    await expectPlaying(page);
    await page.reload();
    await play(page).click();
    await expectPlaying(page);
  });
}

test('invalid fields have errors, and the first of them has the focus', async ({ page }) => {
  await page.addInitScript(extension);
  await page.goto('/dev/video');
  await headers(page).fill('no header');
  await captions(page).fill('nowhere');
  await play(page).click();
  await expect(video(page)).toBeFocused();
  await expect(video(page)).toHaveAccessibleDescription(
    'Enter a URL that starts with http:// or https://.',
  );
  await expect(captions(page)).toHaveAccessibleDescription(/, or leave this empty\.$/);
  await expect(headers(page)).toHaveAccessibleDescription(/^Enter each header as/);
  await expectAccessible(page);
  await page.goto('/dev/video?url=javascript:alert(1)');
  await expect(video(page)).toHaveAccessibleDescription(
    'Enter a URL that starts with http:// or https://.',
  );
});

test(
  'headers are sent to the extension, and never added to the address',
  LONG_ONLY,
  async ({ page }) => {
    await page.addInitScript(extension);
    await page.goto('/dev/video');
    await video(page).fill(`${mediaHost.url}/choices/master.m3u8`);
    await headers(page).fill('Referer: https://films.test/\nX-Key: secret');
    await play(page).click();
    await expectPlaying(page);
    expect(page.url()).not.toContain('secret');
    expect(await page.evaluate(() => Reflect.get(window, 'messages'))).toEqual([
      {
        ruleId: 1,
        targetDomains: ['127.0.0.1'],
        requestHeaders: { Referer: 'https://films.test/', 'X-Key': 'secret' },
      },
    ]);
  },
);

test.describe('a missing file', () => {
  test.use({ allowedErrors: /gone\.mp4/ });

  test('shows the form with the reason, and another address plays', LONG_ONLY, async ({ page }) => {
    await page.goto(link('mp4', '/gone.mp4'));
    await play(page).click();
    const reason = page.getByText(/^The video didn't play\./);
    await expect(reason).toBeVisible();
    await expect(video(page)).toHaveValue(/gone\.mp4$/);
    await expectAccessible(page);
    const again = page.waitForRequest(/gone\.mp4$/);
    await play(page).click();
    await again;
    await expect(reason).toBeVisible();
    await video(page).fill(`${mediaHost.url}/film.mp4`);
    await play(page).click();
    await expectPlaying(page);
    await expect(video(page)).toHaveCount(0);
  });
});

test.describe('with developer pages disabled', () => {
  test.use({ allowedErrors: /status of 404/ });

  test('they are not found', LONG_ONLY, async ({ page }) => {
    const closed = await startSite({ DEV_PAGES: 'off' });
    for (const path of ['/dev', '/dev/test', '/dev/video?url=https://a.test/film.mp4']) {
      const response = await page.goto(`${closed.app.url}${path}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: /find that page/ })).toBeVisible();
    }
    // The page prefetches chunks, and would report that their server is gone.
    await page.goto('about:blank');
    await closed.close();
  });
});
