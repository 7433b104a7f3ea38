import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { COUNTER_FRAMES, createCounterFile } from '../support/counter-media.ts';
import { readCounter } from './support/counter.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying } from './support/screen.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

/** Video that no browser plays, encoded by the server's ffmpeg while it is watched. */
test.describe('a movie in an old format', () => {
  let customSite: Site;
  let disk = '';

  test.beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'matinee-transcode-'));
    const counter = join(disk, 'counter.mkv');
    await createCounterFile(counter);
    const words = (text: string): string[] => text.split(' ');
    const codecs = words('-vf setpts=PTS-STARTPTS -c:v mpeg4 -q:v 3 -g 250 -c:a libmp3lame');
    const avi = join(disk, 'Detour (1945).avi');
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', counter, ...codecs, avi]);
    await rm(counter);
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
