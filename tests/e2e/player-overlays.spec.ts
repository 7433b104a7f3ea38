import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import type { FakeSeries } from '../support/fakes/tmdb-titles.ts';
import { ensureMedia } from '../support/media.ts';
import { expectPaused, expectPlaying, player, position } from './support/screen.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, longAfterFirst, test } from './support/test.ts';

const CHAPTERS = [
  [0, 'Recap'],
  [10, 'Intro'],
  [24, 'The story'],
  [50, 'Credits'],
  [60, ''],
] as const;
const CAPTION = 'A caption that is as wide as the picture of a phone, on two lines';

const HARBOR: FakeSeries = {
  kind: 'tv',
  id: 990_300,
  imdbId: null,
  title: 'Harbor Lights',
  date: '1961-10-01',
  genreIds: [18],
  poster: '/tower.png',
  seasons: [
    {
      id: 990_310,
      number: 1,
      name: 'Season 1',
      episodes: [1, 2].map((number) => ({
        id: 990_310 + number,
        name: `A Night of Fog on the Pier ${number}`,
        date: '1961-10-01',
        still: '/still.png',
      })),
    },
  ],
};
const EPISODE = '/media/tmdb-tv-990300-harbor-lights/990310/990311';

let site: Site;
let disk = '';

test.beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-overlays-'));
  const folder = join(disk, 'Harbor Lights (1961)', 'Season 01');
  await mkdir(folder, { recursive: true });
  const notes = join(disk, '.chapters.txt');
  const chapters = CHAPTERS.slice(0, -1).map(
    ([start, title], at) =>
      `[CHAPTER]\nTIMEBASE=1/1\nSTART=${start}\nEND=${CHAPTERS[at + 1]?.[0]}\ntitle=${title}\n`,
  );
  await writeFile(notes, `;FFMETADATA1\n${chapters.join('')}`);
  const { video360 } = await ensureMedia();
  for (const number of [1, 2]) {
    const name = join(folder, `Harbor Lights S01E0${number}`);
    const inputs = ['-i', video360, '-i', notes, '-map', '0', '-map_chapters', '1'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...inputs, '-c', 'copy', `${name}.mkv`]);
    await writeFile(`${name}.en.srt`, `1\n00:00:00,000 --> 00:00:59,500\n${CAPTION}\n`);
  }
  await rm(notes);
  site = await startSite({ MEDIA_FOLDERS: disk }, { titles: [HARBOR] });
});
test.afterAll(async () => {
  await site.close();
  await rm(disk, { recursive: true });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const jump = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, seconds);

const TELEVISION =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) Version/6.5 Chrome/130.0 TV Safari/537.36';

test.describe('a remote', () => {
  test.use({ userAgent: TELEVISION });

  for (const [at, [width, height]] of (
    [
      [1280, 720],
      [1920, 1080],
    ] as const
  ).entries()) {
    const journey = `reaches the skip button, the chapters and the next episode at ${width} pixels`;
    test(journey, longAfterFirst(at), async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`${site.app.url}${EPISODE}`);
      await expectPlaying(page);
      // The offer lasts for seconds of the movie.
      await page.locator('video').evaluate((video: HTMLVideoElement) => {
        video.playbackRate = 0.1;
      });
      await jump(page, 12);
      const skip = button(page, 'Skip intro');
      await expect(skip).toBeVisible();
      // The keys of a remote work a moment after the page has loaded.
      await expect(async () => {
        await page.keyboard.press('ArrowDown');
        await expect(skip).toBeFocused({ timeout: 1_000 });
      }).toPass();
      await expectRing(skip);
      await page.keyboard.press('ArrowDown');
      await expect(position(page)).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expectRing(skip);
      await page.keyboard.press('Enter');
      await expect(skip).toHaveCount(0);
      await expect(player(page)).toBeFocused();
      // An arrow leads to the controls again, because the button has gone.
      await page.keyboard.press('ArrowDown');
      await expectRing(button(page, 'Pause'));
      await page.keyboard.press('k');
      await expectPaused(page, true);

      await walk(page, 'ArrowRight', button(page, 'Settings'));
      await page.keyboard.press('Enter');
      await walk(page, 'ArrowDown', page.getByRole('menuitem', { name: /^Chapters/ }));
      await page.keyboard.press('Enter');
      const credits = page.getByRole('menuitemradio', { name: /Credits/ });
      await walk(page, 'ArrowDown', credits);
      await expectRing(credits);
      await page.keyboard.press('Enter');
      await expect(credits).toHaveCount(0);
      await expectRing(button(page, 'Settings'));
      await expect(player(page)).toHaveAttribute('data-controls', 'shown');

      const card = page.getByRole('group', { name: 'Next episode' });
      await expect(card).toBeVisible();
      await page.keyboard.press('ArrowUp');
      await expect(position(page)).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await walk(page, 'ArrowRight', card.getByRole('button', { name: 'Cancel' }));
      await expectRing(card.getByRole('button', { name: 'Cancel' }));
      await page.keyboard.press('Enter');
      await expect(card).toHaveCount(0);
      await expect(player(page)).toBeFocused();
    });
  }
});

async function walk(page: Page, arrow: string, target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 12 && !(await isFocused()); steps += 1)
    await page.keyboard.press(arrow);
  await expect(target).toBeFocused();
}

/** Expects that the target has the focus and is on the screen, and that nothing covers it. */
async function expectRing(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport({ ratio: 1 });
  const ring = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return { outlineStyle, width: parseFloat(outlineWidth), isCovered: !element.contains(over) };
  });
  expect(ring).toMatchObject({ outlineStyle: 'solid', isCovered: false });
  expect(ring.width).toBeGreaterThanOrEqual(4);
}

test('captions keep clear of the card and the skip button, and the controls have one row', async ({
  page,
}) => {
  await page.goto(`${site.app.url}${EPISODE}`);
  await expectPlaying(page);
  await page.keyboard.press('c');
  await page.keyboard.press('k');
  await expectPaused(page, true);
  const caption = page.getByText(CAPTION);
  const group = page.getByRole('group').filter({ hasText: 'S1 E2' });
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [430, 932],
    [844, 390],
    [667, 375],
    [1024, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [seconds, card] of [
      [12, button(page, 'Skip intro')],
      [52, group],
    ] as const) {
      await jump(page, seconds);
      await expect(card).toBeInViewport({ ratio: 1 });
      await expect
        .poll(async () => overlap(await boxOf(caption), await boxOf(card)), `${width} ${seconds}`)
        .toBe(0);
      expect(overlap(await boxOf(card), await boxOf(position(page)))).toBe(0);
    }
    if (width < 480) expect(await rowsOf(page), String(width)).toBe(1);
  }
});

test('in a language that is written from right to left, the controls have one row on a phone, too', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const state = { language: 'ar' };
    localStorage.setItem('__MW::locale', JSON.stringify({ state, version: 0 }));
  });
  await page.goto(`${site.app.url}${EPISODE}`);
  await expectPlaying(page);
  await page.keyboard.press('c');
  await page.keyboard.press('k');
  await jump(page, 52);
  const card = page.locator('[role="group"][data-focus-start]');
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [430, 932],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => overlap(await boxOf(page.getByText(CAPTION)), await boxOf(card)))
      .toBe(0);
    expect(await rowsOf(page), String(width)).toBe(1);
  }
});

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

type Box = Awaited<ReturnType<typeof boxOf>>;

/** The common area of two boxes, in pixels. */
function overlap(one: Box, other: Box): number {
  const side = (start: 'x' | 'y', size: 'width' | 'height') =>
    Math.min(one[start] + one[size], other[start] + other[size]) -
    Math.max(one[start], other[start]);
  return Math.max(0, side('x', 'width')) * Math.max(0, side('y', 'height'));
}

/** The number of rows of buttons below the scrub bar. */
async function rowsOf(page: Page): Promise<number> {
  const all = page.locator(
    '[data-focus-start] > div > button, [data-focus-start] > div > div > button',
  );
  const tops = await all.evaluateAll((found) =>
    found
      .filter((one) => one.getAttribute('title') !== null)
      .map((one) => Math.round(one.getBoundingClientRect().top)),
  );
  expect(tops).toHaveLength(8);
  return new Set(tops).size;
}
