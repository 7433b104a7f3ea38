import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { createCounterFile } from '../support/counter-media.ts';
import { expectPaused, expectPlaying } from './support/screen.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

const METADATA = [
  [0, 'Cold open'],
  [12, 'Intro'],
  [30, 'The story'],
  [50, 'Credits'],
  [60, ''],
]
  .flatMap(([start, title], at, all) => {
    const end = all[at + 1]?.[0];
    if (end === undefined) return [];
    return ['[CHAPTER]', 'TIMEBASE=1/1', `START=${start}`, `END=${end}`, `title=${title}`];
  })
  .join('\n');

const CAPTION = '1\n00:00:00,000 --> 00:00:59,000\nA caption as wide as the picture of a phone\n';

const MOVIE = '/media/tmdb-movie-20367-detour';

test.describe('chapters of a file', () => {
  let site: Site;
  let disk = '';

  test.beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'matinee-chapters-'));
    const [plain, notes] = [join(disk, '.plain.mkv'), join(disk, '.chapters.txt')];
    await createCounterFile(plain);
    await writeFile(notes, `;FFMETADATA1\n${METADATA}\n`);
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      '-i',
      plain,
      '-i',
      notes,
      '-map',
      '0',
      '-map_chapters',
      '1',
      '-c',
      'copy',
      join(disk, 'Detour (1945).mkv'),
    ]);
    await writeFile(join(disk, 'Detour (1945).en.srt'), CAPTION);
    await rm(plain);
    await rm(notes);
    site = await startSite({ MEDIA_FOLDERS: disk });
  });
  test.afterAll(async () => {
    await site.close();
    await rm(disk, { recursive: true });
  });

  const timeOf = (page: Page) =>
    page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  const jump = (page: Page, seconds: number) =>
    page.locator('video').evaluate((video: HTMLVideoElement, to) => {
      video.currentTime = to;
    }, seconds);

  test('are marked on the seek bar, listed in the menu, and reached by keys', async ({ page }) => {
    await page.goto(`${site.app.url}${MOVIE}`);
    await expectPlaying(page);
    await expect(page.locator('[data-chapter]')).toHaveCount(3);
    await page.keyboard.press('PageUp');
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(12);
    await page.keyboard.press('PageUp');
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(30);
    await expect(
      page.getByRole('slider', { name: 'Playback position', exact: true }),
    ).toHaveAttribute('aria-valuetext', /The story/);
    await page.goto(`${site.app.url}${MOVIE}?r=/settings/chapters`);
    await expectPlaying(page);
    const rows = page.getByRole('menuitemradio');
    await expect(rows).toHaveText([
      /Cold open.*0:00/,
      /Intro.*0:12/,
      /The story.*0:30/,
      /Credits.*0:50/,
    ]);
    await rows.filter({ hasText: 'The story' }).click();
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(30);
    await expect(rows).toHaveCount(0);
  });

  test('that are an intro or credits can be skipped, also on a phone with captions', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.app.url}${MOVIE}`);
    await expectPlaying(page);
    const skip = page.getByRole('button', { name: 'Skip intro' });
    await expect(skip).toHaveCount(0);
    await jump(page, 13);
    await page.keyboard.press('c');
    await page.keyboard.press('k');
    await expectPaused(page, true);
    const caption = page.getByText('A caption as wide');
    await expect(caption).toBeVisible();
    await expect
      .poll(async () => {
        const [above, button] = [await caption.boundingBox(), await skip.boundingBox()];
        return above && button && above.y + above.height <= button.y;
      })
      .toBe(true);
    await skip.click();
    // While paused, it's the exact start of the next chapter, 21 ms before the start in the notes.
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(29.9);
    await expect(skip).toHaveCount(0);
    await jump(page, 51);
    await expect(page.getByRole('button', { name: 'Skip credits' })).toBeVisible();
  });

  test('are skipped without a press if the viewer wants that', LONG_ONLY, async ({ page }) => {
    await page.goto(`${site.app.url}/settings`);
    await page.getByRole('switch', { name: 'Skip intros' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
    await page.goto(`${site.app.url}${MOVIE}`);
    await expectPlaying(page);
    await jump(page, 10.5);
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(30);
  });
});
