import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { z } from 'zod';
import {
  ensureFormatFile,
  FORMAT_FILES,
  FORMAT_SECONDS,
  plainFrame,
  type FormatFile,
} from '../support/format-media.ts';
import { COUNTER_FRAMES } from '../support/counter-media.ts';
import { createRandom } from '../support/fuzz/random.ts';
import { trackRuns } from '../support/track-runs.ts';
import { readCounter } from './support/counter.ts';
import { expectPlaying } from './support/screen.ts';
import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';

/**
 * Plays the operator's files in all common formats, and reads a counter that is burnt into their frames. `npm test`
 * plays three of them. remux.spec.ts and transcode.spec.ts have a Matroska file with AC-3 and an old AVI.
 */
const SAMPLE = ['av1-flac.mkv', 'edit-list.mov', 'h264-mp3.avi'];
const FEW_SEEKS = 3;
const MANY_SEEKS = 20;
const BUILD_MS = 900_000;

const Listing = z.object({
  titles: z.array(z.object({ id: z.number(), title: z.string() })),
});

interface FormatSite {
  readonly open: (page: Page, file: FormatFile) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Titles do not reveal the formats. */
const titleOf = (file: FormatFile): string => `Reel ${FORMAT_FILES.indexOf(file) + 101}`;

async function startFormatSite(
  files: readonly FormatFile[],
  env: Readonly<Record<string, string>>,
): Promise<FormatSite> {
  const disk = await mkdtemp(join(tmpdir(), 'matinee-formats-'));
  for (const file of files) {
    const path = await ensureFormatFile(file);
    const name = `${titleOf(file)} (2001)`;
    const target = join(disk, name, name + file.name.slice(file.name.lastIndexOf('.')));
    await mkdir(join(disk, name));
    await copyFile(path, target);
  }
  const { app, close } = await startSite({ MEDIA_FOLDERS: disk, ...env });
  const ids = new Map<string, number>();
  await expect(async () => {
    const response = await fetch(`${app.url}/library/titles?limit=200`);
    const { titles } = Listing.parse(await response.json());
    for (const { id, title } of titles) ids.set(title, id);
    expect(ids.size).toBe(files.length);
  }).toPass({ timeout: 30_000 });
  return {
    open: async (page, file) => {
      await page.goto(`${app.url}/media/tmdb-movie-${ids.get(titleOf(file))}-reel`);
    },
    close: async () => {
      await close();
      await rm(disk, { recursive: true });
    },
  };
}

async function expectRightFrames(page: Page, file: FormatFile, seeks: number): Promise<void> {
  await expectPlaying(page);
  const video = page.locator('video');
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  const duration = await video.evaluate((element: HTMLVideoElement) => element.duration);
  expect(Math.abs(duration - FORMAT_SECONDS)).toBeLessThan(2);
  const { frameAt = plainFrame } = file;
  const random = createRandom(FORMAT_FILES.indexOf(file));
  for (let seek = 0; seek < seeks; seek += 1) {
    const second = Math.round(random.next() * (duration - 0.5) * 1_000) / 1_000;
    const frame = await video.evaluate(readCounter, second);
    const expected = frameAt(second);
    // A frame of a variable rate may be shown for longer than one frame.
    const around = [-1, 1].map((frames) => frameAt(second + frames / COUNTER_FRAMES));
    expect([expected - 1, expected, expected + 1, ...around], `at ${second} s`).toContain(frame);
  }
}

/** Compares the first quality's playlist with its segments, to the millisecond. */
async function expectExactDurations(
  request: APIRequestContext,
  master: string,
  { hasVariableRate }: FormatFile,
): Promise<void> {
  const get = async (url: string): Promise<Buffer> => {
    const response = await request.get(url);
    expect(response.status()).toBe(200);
    return await response.body();
  };
  const [first = ''] = (await get(master)).toString().match(/^[^#\n].*$/m) ?? [];
  const playlist = new URL(first, master).href;
  const lines = (await get(playlist)).toString().split('\n');
  let init: Buffer = Buffer.alloc(0);
  let [seconds, start, previous] = [0, 0, 0];
  for (const line of lines) {
    const [, map] = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line) ?? [];
    if (map !== undefined) init = await get(new URL(map, playlist).href);
    seconds = Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? seconds);
    if (line === '' || line.startsWith('#')) continue;
    const segment = await get(new URL(line, playlist).href);
    const [video] = trackRuns(Buffer.concat([init, segment]));
    expect(video?.start).toBeCloseTo(start, 3);
    // The last segment ends with its longest track.
    if (start > 0 && !hasVariableRate) expect(previous).toBeCloseTo(start, 3);
    // The frame decoded last may be shown before another, and for longer.
    if (start > 0 && hasVariableRate) expect(previous).toBeGreaterThan(start - 0.001);
    start += seconds;
    previous = (video?.start ?? 0) + (video?.seconds ?? 0);
  }
  expect(Math.abs(start - FORMAT_SECONDS)).toBeLessThan(2);
}

interface Collection {
  readonly files: readonly FormatFile[];
  readonly env?: Readonly<Record<string, string>>;
  readonly seeks: number;
  readonly tag: readonly string[];
}

/** Declares a journey for each file. */
function testFormats(name: string, { files, env = {}, seeks, tag }: Collection): void {
  test.describe(name, () => {
    let formats: FormatSite;
    test.beforeAll(async () => {
      test.setTimeout(BUILD_MS);
      formats = await startFormatSite(files, env);
    });
    test.afterAll(() => formats.close());

    for (const file of files) {
      const codec = env.TRANSCODE === 'off' ? file.refusedFor : undefined;
      const then = codec ? `is refused, and ${codec} is named` : 'plays, and is sought';
      test(`${file.name} ${then}`, { tag: [...tag] }, async ({ page }) => {
        test.slow();
        const playlists: string[] = [];
        page.on('response', (response) => {
          const isPlaylist = response.headers()['content-type']?.includes('mpegurl');
          if (isPlaylist) playlists.push(response.url());
        });
        await formats.open(page, file);
        if (codec) {
          const reason = page.getByRole('paragraph').filter({ hasText: codec });
          await expect(reason).toBeVisible({ timeout: 60_000 });
          return;
        }
        await expectRightFrames(page, file, seeks);
        const [master] = playlists;
        if (master !== undefined) await expectExactDurations(page.request, master, file);
      });
    }
  });
}

testFormats('a file of the operator', {
  files: FORMAT_FILES.filter(({ name }) => SAMPLE.includes(name)),
  seeks: FEW_SEEKS,
  tag: [],
});
testFormats('of all formats a file', { files: FORMAT_FILES, seeks: MANY_SEEKS, tag: ['@long'] });
testFormats('of all formats a file without ffmpeg', {
  files: FORMAT_FILES,
  env: { TRANSCODE: 'off' },
  seeks: MANY_SEEKS,
  tag: ['@long'],
});
