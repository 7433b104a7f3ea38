import { expect, type Locator, type Page } from '@playwright/test';

/** Locators and steps of the main screens, by role and name. */

export const searchBox = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Search movies and shows' });

export const card = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('main').getByRole('link', { name: title });

export const player = (page: Page): Locator => page.getByRole('region', { name: 'Video player' });

export const position = (page: Page): Locator =>
  page.getByRole('slider', { name: 'Playback position' });

const movie = (page: Page): Locator => page.locator('video');

/**
 * The last character is a real key press, which activates the page. In Firefox all are: there Playwright's `fill` sets
 * the value behind React's back, and the next render empties the field.
 */
export async function typeText(box: Locator, text: string): Promise<void> {
  const isFirefox = box.page().context().browser()?.browserType().name() === 'firefox';
  const filled = isFirefox ? 0 : text.length - 1;
  await box.fill(text.slice(0, filled));
  await box.pressSequentially(text.slice(filled));
}

export async function search(page: Page, text: string): Promise<void> {
  await typeText(searchBox(page), text);
  await expect(page).toHaveURL(new RegExp(`/browse/${encodeURIComponent(text)}$`));
}

export async function openTitle(page: Page, title: string): Promise<void> {
  await card(page, title).first().click();
  await expect(page).toHaveURL(/\/media\/tmdb-/);
}

export interface Playback {
  readonly time: number;
  readonly isPaused: boolean;
  readonly volume: number;
  readonly isMuted: boolean;
  readonly rate: number;
}

export function playback(page: Page): Promise<Playback> {
  return movie(page).evaluate((video) => {
    if (!(video instanceof HTMLVideoElement)) throw new Error('That is no film');
    const { currentTime, muted, paused, playbackRate, volume } = video;
    return { time: currentTime, isPaused: paused, volume, isMuted: muted, rate: playbackRate };
  });
}

export async function time(page: Page): Promise<number> {
  return (await playback(page)).time;
}

/** Playwright reads a value once a second by default, so that a journey would wait half a second too long each time. */
const OFTEN = { intervals: [100] };

export async function expectPlaying(page: Page, from = 0): Promise<void> {
  // The search, its sources and the first frame.
  const timeout = 60_000;
  await expect(movie(page)).toBeAttached({ timeout });
  await expect.poll(() => time(page), { ...OFTEN, timeout }).toBeGreaterThan(from);
  let start = await time(page);
  await expect
    .poll(async () => {
      const now = await time(page);
      // The first time came from a video that another one has replaced.
      if (now < start) start = now;
      return now > from ? now - start : 0;
    }, OFTEN)
    .toBeGreaterThan(0.3);
}

export async function expectPaused(page: Page, isPaused: boolean): Promise<void> {
  await expect.poll(async () => (await playback(page)).isPaused, OFTEN).toBe(isPaused);
}

/** Clicks a control of the player. Controls hide three seconds after the mouse moved, and a busy machine may be slower. */
export async function clickControl(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    await player(page).hover({ position: { x: 200, y: 200 } });
    await player(page).hover();
    await control.click({ timeout: 2_500 });
  }).toPass();
}

/** Taps a control of the player on a touch screen. Controls hide after three seconds, so they may have to be shown. */
export async function tapControl(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    if ((await player(page).getAttribute('data-controls')) === 'hidden')
      await movie(page).tap({ position: { x: 40, y: 300 } });
    await control.tap({ timeout: 2_500 });
  }).toPass();
}

export async function expectTimeNear(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => Math.abs((await time(page)) - seconds), OFTEN).toBeLessThan(2);
}

/**
 * The brightness of the video, from 0 to 255. The movie is cross-origin and cannot be read through a canvas
 * of its own page; a screenshot of it can, on a separate page.
 */
export async function brightness(page: Page): Promise<number> {
  const png = await movie(page).screenshot();
  const apart = await page.context().newPage();
  const mean = await apart.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return (
      data.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0) /
      (data.length * 0.75)
    );
  }, png.toString('base64'));
  await apart.close();
  return mean;
}
