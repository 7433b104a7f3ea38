import { devices, type Page } from '@playwright/test';
import { fullChromium } from './support/browser.ts';
import {
  expectPaused,
  expectPlaying,
  expectTimeNear,
  playback,
  player,
  time,
} from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// The headless shell keeps a touch that has ended as a pointer over the video.
test.use(fullChromium());

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test.describe('the keyboard shortcuts', () => {
  test('open by key, list every shortcut, and restore the focus', async ({ page }) => {
    await page.goto(MOVIE);
    await expectPlaying(page);
    await button(page, 'Mute').focus();
    await page.keyboard.press('?');
    await expect(sheet(page)).toBeVisible();
    for (const name of ['Play or pause', 'Next episode', 'Show keyboard shortcuts']) {
      await expect(sheet(page).getByRole('term').filter({ hasText: name })).toBeVisible();
    }
    await expect(sheet(page).getByText('Page Down', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('k');
    await expectPaused(page, false);
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(button(page, 'Mute')).toBeFocused();
    await page.keyboard.press('?');
    await page.keyboard.press('?');
    await expect(sheet(page)).toHaveCount(0);
  });
});

test.describe('a game controller', () => {
  /** A controller that the test presses. */
  async function plugIn(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const buttons = Array.from({ length: 17 }, () => ({
        pressed: false,
        touched: false,
        value: 0,
      }));
      const pad = { axes: [0, 0], buttons };
      let looks = 0;
      const getGamepads = () => {
        looks += 1;
        // The first look loads the code that looks in each frame.
        if (looks > 2) document.documentElement.dataset.pads = 'watched';
        return [pad];
      };
      Object.defineProperty(navigator, 'getGamepads', { value: getGamepads });
      addEventListener('press-pad', (event) => {
        const { detail } = event instanceof CustomEvent ? event : { detail: -1 };
        const pressed = buttons[detail];
        if (pressed) pressed.pressed = !pressed.pressed;
      });
    });
  }
  /** Lasts for one poll, however slow the machine is: an arrow that is held repeats. */
  function press(page: Page, at: number): Promise<void> {
    return page.evaluate(async (detail) => {
      for (let turns = 0; turns < 2; turns += 1) {
        dispatchEvent(new CustomEvent('press-pad', { detail }));
        await new Promise(requestAnimationFrame);
      }
    }, at);
  }

  test('seeks, plays, and moves among the controls', async ({ page }) => {
    await plugIn(page);
    await page.goto(MOVIE);
    await expectPlaying(page);
    // Loads seconds after the page.
    await expect(page.locator('html')).toHaveAttribute('data-pads', 'watched');
    await press(page, 9);
    await expectPaused(page, true);
    const start = await time(page);
    await press(page, 15);
    await expectTimeNear(page, start + 5);
    await press(page, 13);
    await expect(button(page, 'Play')).toBeFocused();
    await press(page, 15);
    await expect(button(page, 'Skip back 10 seconds')).toBeFocused();
    await expectTimeNear(page, start + 5);
    await press(page, 14);
    await press(page, 0);
    await expectPaused(page, false);
  });
});

test.describe('touch gestures on the video', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  test.use(phone);

  type Touch = readonly ['touchStart' | 'touchMove' | 'touchEnd', ...(readonly [number, number])[]];

  /** Queues touches at once. With a wait for each, a busy machine would turn a swipe into a hold. */
  async function hand(page: Page) {
    const session = await page.context().newCDPSession(page);
    return (...touches: readonly Touch[]) =>
      Promise.all(
        touches.map(([type, ...points]) =>
          session.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: points.map(([x, y], id) => ({ x, y, id })),
          }),
        ),
      );
  }

  /** Records short texts as they appear: a busy machine may look only after a hint is gone. */
  const recordTexts = (page: Page) =>
    page.addInitScript(() => {
      const texts = new Set<string>();
      Object.assign(window, { texts });
      const record = ({ textContent }: Node) => textContent && texts.add(textContent.slice(0, 40));
      new MutationObserver((changes) => {
        for (const { addedNodes, target, type } of changes)
          for (const node of type === 'characterData' ? [target] : addedNodes) record(node);
      }).observe(document, { childList: true, characterData: true, subtree: true });
    });
  const textsOf = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => {
      const texts: unknown = Reflect.get(window, 'texts');
      return texts instanceof Set ? [...texts] : [];
    });

  test.beforeEach(async ({ page }) => {
    await recordTexts(page);
  });

  test('a double tap at a side skips', async ({ page }) => {
    await page.goto(MOVIE);
    await expectPlaying(page);
    const touch = await hand(page);
    const start = await time(page);
    const tap: readonly Touch[] = [['touchStart', [370, 300]], ['touchEnd']];
    await touch(...tap, ...tap, ...tap);
    await expect.poll(() => textsOf(page)).toContain('+20s');
    await expect.poll(() => time(page)).toBeGreaterThan(start + 20);
    await expect(player(page)).toHaveAttribute('data-controls', 'hidden');
    await expectPaused(page, false);
  });

  test('a swipe sideways previews another second, and release seeks', async ({ page }) => {
    await page.goto(MOVIE);
    await expectPlaying(page);
    const touch = await hand(page);
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      const note = () => (document.documentElement.dataset.sought = String(video.currentTime));
      video.addEventListener('seeking', note, { once: true });
    });
    await touch(['touchStart', [100, 300]], ['touchMove', [200, 302]], ['touchMove', [300, 304]]);
    await expect(page.getByText('+29s')).toBeVisible();
    // Playback waits for the release.
    await expectPaused(page, true);
    const start = await time(page);
    await expect(page.locator('html')).not.toHaveAttribute('data-sought');
    await touch(['touchEnd']);
    await expect(page.locator('html')).toHaveAttribute('data-sought', /./);
    const sought = Number(await page.locator('html').getAttribute('data-sought'));
    expect(Math.abs(sought - start - 29)).toBeLessThan(2);
    await expect(page.getByText('+29s')).toHaveCount(0);
    await expectPlaying(page, start + 27);
    await expect(player(page)).toHaveAttribute('data-controls', 'hidden');
  });

  test('a hold doubles the speed, a swipe changes brightness and volume, a pinch fills the screen', async ({
    page,
  }) => {
    await page.goto(MOVIE);
    await expectPlaying(page);
    const touch = await hand(page);
    await touch(['touchStart', [200, 300]]);
    await expect.poll(async () => (await playback(page)).rate).toBe(2);
    await expect(page.getByText('2× speed')).toBeVisible();
    await touch(['touchEnd']);
    await expect.poll(async () => (await playback(page)).rate).toBe(1);

    await touch(
      ['touchStart', [350, 200]],
      ['touchMove', [350, 300]],
      ['touchMove', [350, 400]],
      ['touchEnd'],
    );
    await expect.poll(() => textsOf(page)).toContainEqual(expect.stringMatching(/^Volume \d+%$/));
    await expect.poll(async () => (await playback(page)).volume).toBeLessThan(0.9);

    await touch(
      ['touchStart', [60, 200]],
      ['touchMove', [60, 300]],
      ['touchMove', [60, 400]],
      ['touchEnd'],
    );
    await expect
      .poll(() => textsOf(page))
      .toContainEqual(expect.stringMatching(/^Brightness \d+%$/));

    const fit = () => page.locator('video').evaluate((video) => getComputedStyle(video).objectFit);
    expect(await fit()).toBe('contain');
    await touch(
      ['touchStart', [180, 300], [220, 300]],
      ['touchMove', [120, 300], [280, 300]],
      ['touchEnd'],
    );
    await expect.poll(fit).toBe('cover');
    await expectPaused(page, false);
  });
});
