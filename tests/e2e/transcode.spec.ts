import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { COUNTER_FRAMES, createCounterFile } from '../support/counter-media.ts';
import { readCounter } from './support/counter.ts';
import { choice, lines, menu, openSettings } from './support/menu.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying, expectTimeNear } from './support/screen.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

const words = (text: string): string[] => text.split(' ');

/** Makes a file of the movie with numbered frames. */
async function convertCounter(disk: string, options: string, name: string): Promise<void> {
  const counter = join(disk, 'counter.mkv');
  await createCounterFile(counter);
  const args = ['-v', 'error', '-i', counter, ...words(options), join(disk, name)];
  await promisify(execFile)('ffmpeg', args);
  await rm(counter);
}

/** Video that no browser plays, encoded by the server's ffmpeg while it is watched. */
test.describe('a movie in an old format', () => {
  let customSite: Site;
  let disk = '';

  test.beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'matinee-transcode-'));
    const codecs = '-vf setpts=PTS-STARTPTS -c:v mpeg4 -q:v 3 -g 250 -c:a libmp3lame';
    await convertCounter(disk, codecs, 'Detour (1945).avi');
    customSite = await startSite({ MEDIA_FOLDERS: disk });
  });
  test.afterAll(async () => {
    await customSite.close();
    await rm(disk, { recursive: true });
  });

  async function expectRightFrames(page: Page, seconds: readonly number[]): Promise<void> {
    await page.goto(`${customSite.app.url}/media/tmdb-movie-20367-detour`);
    await expectPlaying(page);
    const video = page.locator('video');
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    for (const second of seconds) {
      const frame = await video.evaluate(readCounter, second);
      const distance = Math.abs(frame - Math.floor(second * COUNTER_FRAMES));
      expect(distance, `frame ${frame} at ${second} s`).toBeLessThan(2);
    }
    expect(await video.evaluate(({ duration }: HTMLVideoElement) => duration)).toBeCloseTo(60, 0);
  }

  test('plays, and shows the right frame after seeks', async ({ page }) => {
    test.slow();
    await expectRightFrames(page, [41.3, 3.1]);
  });

  test('shows the right frame after many seeks', LONG_ONLY, async ({ page }) => {
    test.slow();
    await expectRightFrames(page, [41.3, 3.1, 20, 57.9, 11.98, 0.5]);
  });
});

/** A file that plays as it is, for a connection that is too slow for it. */
test.describe('a movie that browsers play', () => {
  let customSite: Site;
  let disk = '';

  test.beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'matinee-lower-'));
    const scaled =
      '-vf scale=848:480:flags=neighbor,setsar=1 -c:v libx264 -preset ultrafast -bf 2 -c:a copy';
    await convertCounter(disk, scaled, 'Detour (1945).mp4');
    customSite = await startSite({ MEDIA_FOLDERS: disk });
  });
  test.afterAll(async () => {
    await customSite.close();
    await rm(disk, { recursive: true });
  });

  test('has lower qualities in the menu, and keeps its position both ways', async ({ page }) => {
    test.slow();
    await page.goto(`${customSite.app.url}/media/tmdb-movie-20367-detour`);
    await expectPlaying(page);
    const video = page.locator('video');
    const expectFrame = async (second: number): Promise<void> => {
      const frame = await video.evaluate(readCounter, second);
      const distance = Math.abs(frame - Math.floor(second * COUNTER_FRAMES));
      expect(distance, `frame ${frame} at ${second} s`).toBeLessThan(2);
    };
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    await expectFrame(41.3);
    expect(await lines(page)).toBe(480);

    await openSettings(page, /^Quality/);
    await choice(page, '360p').click();
    await expect.poll(() => lines(page)).toBe(360);
    await expectTimeNear(page, 41.3);
    await expectFrame(20.5);

    await openSettings(page, /^Quality/);
    await choice(page, /^Original/).click();
    await expect.poll(() => lines(page)).toBe(480);
    await expectTimeNear(page, 20.5);
    await expectFrame(3.1);
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await expectPlaying(page, 3.1);
  });
});

/** Chromium plays only the first sound track of a file, and no mkv. */
for (const container of ['mkv', 'mp4']) {
  test.describe(`an ${container} in two languages`, () => {
    let customSite: Site;
    let disk = '';

    test.beforeAll(async () => {
      disk = await mkdtemp(join(tmpdir(), 'matinee-languages-'));
      const languages = '-metadata:s:a:0 language=eng -metadata:s:a:1 language=ger';
      const tracks = `-map 0:v -map 0:a -map 0:a ${languages} -c:a copy`;
      const scaled =
        '-vf scale=848:480:flags=neighbor,setsar=1 -c:v libx264 -preset ultrafast -g 50';
      await convertCounter(disk, `${tracks} ${scaled}`, `Detour (1945).${container}`);
      customSite = await startSite({ MEDIA_FOLDERS: disk });
    });
    test.afterAll(async () => {
      await customSite.close();
      await rm(disk, { recursive: true });
    });

    test('keeps the chosen language in each quality', LONG_ONLY, async ({ page }) => {
      test.slow();
      await page.goto(`${customSite.app.url}/media/tmdb-movie-20367-detour`);
      await expectPlaying(page);
      const expectLanguage = async (language: string): Promise<void> => {
        await openSettings(page, /^Audio/);
        await expect(choice(page, language)).toBeChecked();
        await expect(menu(page, 'Audio').getByRole('menuitemradio')).toHaveCount(2);
        await page.keyboard.press('Escape');
      };
      await expectLanguage('English');
      await openSettings(page, /^Audio/);
      await choice(page, 'German').click();
      await expectPlaying(page, 3);
      await expectLanguage('German');
      for (const [quality, height] of [
        ['360p', 360],
        [/^Original/, 480],
      ] as const) {
        await openSettings(page, /^Quality/);
        await choice(page, quality).click();
        await expect.poll(() => lines(page)).toBe(height);
        await expectPlaying(page);
        await expectLanguage('German');
      }
    });
  });
}
