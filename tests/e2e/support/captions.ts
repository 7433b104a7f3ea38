import type { Locator, Page } from '@playwright/test';
import { expectPaused, expectPlaying, player } from './screen.ts';

/** A movie with captions in several languages. */
export const CAPTIONED = '/media/tmdb-movie-10331-night-of-the-living-dead';

/** The English captions of all test media: a line every two seconds. */
export const LINES = [
  'The kettle hums in the empty kitchen.',
  'Rain taps twice, then waits.',
  'Seven steps to the harbour.',
  'Count the lamps: one, two, three.',
  'We are almost at the end.',
];

export const shown = (page: Page): Locator =>
  player(page).locator('p[dir="auto"] > span:not([aria-hidden="true"] *)');

/** Pauses at a second of the movie, for a look at its caption. */
export async function rest(page: Page, second: number): Promise<void> {
  await page.locator('video').evaluate(async (video: HTMLVideoElement, at) => {
    video.pause();
    const seeked = new Promise((resolve) =>
      video.addEventListener('seeked', resolve, { once: true }),
    );
    video.currentTime = at;
    await seeked;
  }, second);
  await expectPaused(page, true);
}

export async function openCaptions(page: Page, origin: string, view = ''): Promise<void> {
  await page.goto(`${origin}${CAPTIONED}?r=/settings/captions${view}`);
  await expectPlaying(page);
}

/** The texts of ASS. */
export const drawn = (page: Page): Locator => player(page).locator('[data-text]');

/** Reads the canvas over the video, in its own pixels. */
export function colorAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  return player(page)
    .locator('canvas')
    .first()
    .evaluate(
      (canvas: HTMLCanvasElement, [left, top]) => {
        const copy = new OffscreenCanvas(1, 1).getContext('2d');
        copy?.drawImage(canvas, -left, -top);
        return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])];
      },
      [x, y] as const,
    );
}
