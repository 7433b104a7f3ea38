import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureMedia } from '../support/media.ts';
import { LINES, rest, shown } from './support/captions.ts';
import { choice } from './support/menu.ts';
import { ensureContainerMedia } from '../support/container-media.ts';
import { COUNTER_FRAMES, createCounterFile } from '../support/counter-media.ts';
import { readCounter } from './support/counter.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying } from './support/screen.ts';
import { expectPitch } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/** Files in containers that browsers do not read, repackaged by the server. */
test.describe('a Matroska file of the operator', () => {
  let customSite: Site;
  let disk = '';

  test.beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'matinee-remux-'));
    await createCounterFile(join(disk, 'Detour (1945).mkv'));
    const surround = join(await ensureContainerMedia(), 'ac3.mkv');
    const { srt } = await ensureMedia();
    const inputs = ['-v', 'error', '-i', surround, '-i', srt];
    const maps = ['-map', '0', '-map', '1', '-c', 'copy', '-metadata:s:s:0', 'language=eng'];
    const output = join(disk, 'Sintel (2010).mkv');
    await promisify(execFile)('ffmpeg', [...inputs, ...maps, output]);
    customSite = await startSite({ MEDIA_FOLDERS: disk });
  });
  test.afterAll(async () => {
    await customSite.close();
    await rm(disk, { recursive: true });
  });

  test('plays, and shows the right frame after each seek', async ({ page }) => {
    await page.goto(`${customSite.app.url}/media/tmdb-movie-20367-detour`);
    await expectPlaying(page);
    const video = page.locator('video');
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    for (const second of [41.3, 3.1, 20, 57.9, 11.98, 0.5, 33.33]) {
      const frame = await video.evaluate(readCounter, second);
      expect(Math.abs(frame - Math.floor(second * COUNTER_FRAMES)), `at ${second} s`).toBeLessThan(
        2,
      );
    }
    expect(await video.evaluate(({ duration }: HTMLVideoElement) => duration)).toBeCloseTo(60, 0);
  });

  test('with AC-3 plays with its sound', async ({ page }) => {
    await page.goto(`${customSite.app.url}/media/tmdb-movie-45745-sintel`);
    await expectPlaying(page);
    await expectPitch(page, 330);
    await expect(page.getByRole('status').filter({ hasText: 'No sound' })).toHaveCount(0);
  });

  test('shows the subtitles that are in it', async ({ page }) => {
    await page.goto(`${customSite.app.url}/media/tmdb-movie-45745-sintel?r=/settings/captions`);
    await expectPlaying(page);
    await choice(page, /^English/).click();
    for (const at of [3, 0, 2]) {
      await rest(page, 2 * at + 1.2);
      await expect(shown(page)).toHaveText(LINES[at] ?? '');
    }
  });
});
