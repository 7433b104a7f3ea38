import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { ensureContainerMedia } from '../support/container-media.ts';
import { BAR } from '../support/pgs.ts';
import { addStyledSubtitles } from '../support/styled-media.ts';
import { colorAt, drawn, rest, shown } from './support/captions.ts';
import { choice } from './support/menu.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying } from './support/screen.ts';
import { expect, test } from './support/test.ts';

let customSite: Site;
let disk = '';

test.beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-styles-'));
  const video = join(await ensureContainerMedia(), 'h264-aac.mkv');
  await addStyledSubtitles(video, join(disk, 'Sintel (2010).mkv'));
  await addMarkedSubtitles(video, join(disk, 'Detour (1945).mkv'));
  customSite = await startSite({ MEDIA_FOLDERS: disk }, { hasOpenSources: false });
});

/** One track for foreign dialogue, a plain one, and the one that the maker of the file prefers. */
async function addMarkedSubtitles(video: string, output: string): Promise<void> {
  const inputs = ['Foreign words', 'Plain', 'Preferred'].map(async (line) => {
    const path = join(disk, `${line}.srt.txt`);
    await writeFile(path, `1\n00:00:01,000 --> 00:00:20,000\n${line}\n`);
    return ['-f', 'srt', '-i', path];
  });
  const maps = [0, 1, 2, 3].flatMap((index) => ['-map', String(index)]);
  const marks = ['forced', '0', 'default'].flatMap((mark, index) => [
    `-disposition:s:${index}`,
    mark,
  ]);
  const languages = ['eng', 'ger', 'fre'].flatMap((language, index) => [
    `-metadata:s:s:${index}`,
    `language=${language}`,
  ]);
  const parts = ['-i', video, ...(await Promise.all(inputs)).flat(), ...maps, '-c', 'copy'];
  const options = ['-v', 'error', ...parts, '-c:s:2', 'ass', ...marks, ...languages, output];
  await promisify(execFile)('ffmpeg', options);
}

test.afterAll(async () => {
  await customSite.close();
  await rm(disk, { recursive: true });
});

const barAt = (page: Page) => colorAt(page, BAR.x + 10, BAR.y + 10);

test('subtitles inside a Matroska file keep their fonts and pictures, even after seeks', async ({
  page,
}) => {
  await page.goto(`${customSite.app.url}/media/tmdb-movie-45745-sintel?r=/settings/captions`);
  await expectPlaying(page);
  await rest(page, 5.5);
  await choice(page, /^English/).click();
  const wide = drawn(page).filter({ hasText: 'Wide' });
  await expect(wide).toHaveCSS('color', 'rgb(0, 255, 0)');
  await expect(shown(page)).toHaveCount(0);
  // Letters of the file's font are four times as wide as usual.
  const video = await page.locator('video').boundingBox();
  const text = await wide.boundingBox();
  expect((text?.width ?? 0) / (video?.width ?? 1)).toBeCloseTo(0.25, 1);
  await rest(page, 19);
  await expect(drawn(page)).toHaveText(['Long sign']);
  await rest(page, 21);
  await expect(drawn(page)).toHaveCount(0);

  await choice(page, /^French.*Image-based/).click();
  await expect.poll(() => barAt(page)).toEqual([235, 235, 235, 255]);
  await rest(page, 4);
  await expect.poll(() => barAt(page)).toEqual([0, 0, 0, 0]);
  await rest(page, 17);
  await expect.poll(() => barAt(page)).toEqual([235, 235, 235, 255]);
  await rest(page, 20);
  await expect.poll(() => barAt(page)).toEqual([0, 0, 0, 0]);

  await choice(page, /^German/).click();
  await expect(page.getByText("Subtitles in this format can't be shown.")).toBeVisible();
});

test('forced ones are shown by themselves, and captions begin with the default', async ({
  page,
}) => {
  await page.goto(`${customSite.app.url}/media/tmdb-movie-20367-detour`);
  await expectPlaying(page);
  await rest(page, 5.5);
  await expect(shown(page)).toHaveText('Foreign words');
  await page.keyboard.press('c');
  await expect(drawn(page)).toHaveText(['Preferred']);
  await expect(shown(page)).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(shown(page)).toHaveText('Foreign words');
  await expect(drawn(page)).toHaveCount(0);
});
