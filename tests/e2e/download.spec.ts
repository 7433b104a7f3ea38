import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ensureMultiTrackMedia } from '../support/multi-track-media.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import { startSite, type Site } from './support/site.ts';
import { clickControl, expectPlaying } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const FILES = '/media/tmdb-movie-20367-detour';
const LADDER = '/media/tmdb-movie-3085-his-girl-friday';
const CAPTIONS = '1\n00:00:00,000 --> 00:00:50,000\nThe fog is coming in.\n';

let customSite: Site;
let mediaHost: Fake;

/**
 * A manifest with a movie in two files, with captions, and another as a playlist with two levels; and other services.
 */
test.beforeAll(async () => {
  const media = await ensureMedia();
  const choices = await ensureMultiTrackMedia(media);
  const movies = [
    {
      tmdbId: 20367,
      title: 'Detour',
      rights: 'Public domain',
      streams: ['360', '720'].map((quality) => ({ url: `${quality}.mp4`, quality })),
      captions: [{ url: 'en.srt', lang: 'en' }],
    },
    { tmdbId: 3085, title: 'His Girl Friday', streams: [{ url: 'choices/master.m3u8' }] },
  ];
  const own: Readonly<Record<string, string>> = {
    '/360.mp4': media.video360,
    '/720.mp4': media.video720,
  };
  const headers = { 'access-control-allow-origin': '*' };
  mediaHost = await startFake(({ url: { pathname } }) => {
    if (pathname === '/list.json') return { body: { version: 1, name: 'The shelf', movies } };
    if (pathname === '/en.srt') return { body: CAPTIONS, headers };
    const inside = /^\/choices\/((?:\w+\/)?\w+\.\w+)$/.exec(pathname)?.[1];
    const file = inside === undefined ? own[pathname] : join(choices, inside);
    return file === undefined ? { status: 404 } : { file, headers };
  });
  customSite = await startSite({
    MANIFEST: `${mediaHost.url}/list.json`,
    HLSCONVERTER_URL: 'https://convert.test/',
    WATCH_PARTY_URL: 'https://party.test/create',
  });
});

test.afterAll(async () => {
  await customSite.close();
  await mediaHost.close();
});

const menu = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const row = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const overlay = (page: Page) => new URL(page.url()).searchParams.get('r');

async function watch(page: Page, path: string): Promise<void> {
  await page.goto(`${customSite.app.url}${path}`);
  await expectPlaying(page);
}

async function openDownloads(page: Page): Promise<void> {
  await clickControl(page, page.getByRole('button', { name: 'Settings', exact: true }));
  await row(page, 'Download').click();
  await expect(menu(page, 'Download')).toBeVisible();
}

test('a file is linked in the current quality, and every system has a page with instructions', async ({
  page,
}) => {
  await watch(page, FILES);
  // A paused movie keeps its quality, which may go down while a busy machine plays.
  await page.keyboard.press('k');
  await openDownloads(page);
  const link = row(page, 'Download video');
  await expect(link).toHaveAttribute('href', /\/720\.mp4$|\/stream\//);
  const address = await link.evaluate((one) => (one instanceof HTMLAnchorElement ? one.href : ''));
  const response = await page.request.get(address, { headers: { range: 'bytes=4-7' } });
  expect(await response.text()).toContain('ftyp');
  await expectAccessible(page);

  for (const [name, path] of [
    ['On a computer', 'pc'],
    ['On iPhone and iPad', 'ios'],
    ['On Android', 'android'],
  ] as const) {
    await row(page, name).click();
    await expect.poll(() => overlay(page)).toBe(`/settings/download/${path}`);
    await expect(page.getByRole('listitem')).toHaveCount(3);
    await expect(row(page, 'Download video')).toHaveAttribute('href', address);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(row(page, name)).toBeFocused();
  }
});

test('the current captions can be downloaded', async ({ page }) => {
  await watch(page, FILES);
  await page.keyboard.press('c');
  await expect(page.getByText('The fog is coming in.')).toBeVisible();
  await openDownloads(page);
  const coming = page.waitForEvent('download');
  await row(page, 'Download subtitles (English)').click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('subtitles.srt');
  expect(await readFile(await file.path(), 'utf8')).toBe(CAPTIONS);
});

test(
  'a playlist address can be copied, even without a clipboard, and can be converted',
  LONG_ONLY,
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    });
    await watch(page, LADDER);
    await openDownloads(page);
    const copied = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const report = ({ target }: Event) =>
            resolve(target instanceof HTMLTextAreaElement ? target.value : '');
          document.addEventListener('copy', report, { once: true });
        }),
    );
    await row(page, 'Copy playlist link').click();
    await expect(row(page, 'Copied')).toBeVisible();
    await expect(row(page, 'Copied')).toBeFocused();
    await expect(row(page, 'Copy playlist link')).toBeVisible();
    const playlist = await copied;
    expect(new URL(playlist).pathname).toMatch(/\.m3u8|\/stream\//);
    // The address contains a stream token of this server, which users should know before they share it.
    await expect(page.getByText(/expires within 12 hours/)).toBeVisible();
    await expect(row(page, 'Convert to a video file')).toHaveAttribute(
      'href',
      `https://convert.test/?url=${encodeURIComponent(playlist)}`,
    );
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Watch party')).toHaveAttribute(
      'href',
      `https://party.test/create?video=${encodeURIComponent(playlist)}`,
    );
    await expect(row(page, 'Watch party')).toContainText(
      'The watch party site gets a link to this stream',
    );
    await expectAccessible(page);
  },
);

test(
  'each page is a link, closes with one Back, and is reached by keyboard only',
  LONG_ONLY,
  async ({ page }) => {
    await page.goto(`${customSite.app.url}${FILES}?r=/settings/download/ios`);
    await expectPlaying(page);
    await expect(menu(page, 'Download on iPhone and iPad')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(menu(page, 'Download')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Download')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('button', { name: 'Settings', exact: true }).focus();
    await page.keyboard.press('Enter');
    await row(page, 'Download').focus();
    await page.keyboard.press('Enter');
    await row(page, 'On Android').focus();
    await page.keyboard.press('ArrowRight');
    await expect(menu(page, 'Download on Android')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${FILES}$`));
  },
);
