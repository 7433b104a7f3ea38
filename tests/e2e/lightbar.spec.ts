import type { Locator, Page } from '@playwright/test';
import { expect, LONG_ONLY, longAfterFirst, test } from './support/test.ts';

const PARTICLES = 20;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The light is decorative: only its position identifies it. */
const particles = (page: Page, kind = '*'): Locator =>
  page.locator(`[class*="beam"] [class*="light"] > ${kind}`);

/** The numbers of moving and of paused particles. */
const lives = (page: Page): Promise<{ moving: number; still: number }> =>
  particles(page).evaluateAll((all) => {
    const states = all.flatMap((one) => one.getAnimations().map(({ playState }) => playState));
    const count = (wanted: string): number => states.filter((state) => state === wanted).length;
    return { moving: count('running'), still: count('paused') };
  });

const expectMoving = (page: Page) =>
  expect.poll(() => lives(page)).toEqual({ moving: PARTICLES, still: 0 });
/** One particle may have been paused at its very end, and the browser no longer lists it. */
const expectStill = (page: Page) =>
  expect
    .poll(async () => {
      const { moving, still } = await lives(page);
      return { moving, missing: Math.max(0, PARTICLES - 1 - still) };
    })
    .toEqual({ moving: 0, missing: 0 });

/** Opens home, and lets the seconds pass after which the particles load. */
async function openHome(page: Page, isLoaded: () => Promise<boolean>): Promise<void> {
  await page.goto('/');
  // The seconds begin when the app starts, which may be after the page's load event.
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000);
      return isLoaded();
    })
    .toBe(true);
}

const openWithParticles = async (page: Page, date: string): Promise<void> => {
  await page.clock.install({ time: new Date(date) });
  await openHome(page, async () => (await particles(page).count()) > 0);
};

async function hide(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('twenty particles drift in the visible light, and none with reduced motion', async ({
  page,
}) => {
  await openWithParticles(page, '2026-06-01T12:00:00');
  await expect(particles(page, 'span')).toHaveCount(PARTICLES);
  await expectMoving(page);
  await hide(page, 'hidden');
  await expectStill(page);
  await hide(page, 'visible');
  await expectMoving(page);

  await page.locator('html').evaluate((root) => (root.style.paddingBlockEnd = '3000px'));
  await page.mouse.wheel(0, 2_000);
  await expectStill(page);
  await page.mouse.wheel(0, -2_000);
  await expectMoving(page);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(particles(page)).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(particles(page)).toHaveCount(PARTICLES);
  await expectMoving(page);
});

for (const [at, [date, drawn]] of (
  [
    ['2026-12-24T12:00:00', PARTICLES],
    ['2026-10-31T12:00:00', PARTICLES],
    ['2026-04-20T12:00:00', PARTICLES],
    ['2026-12-27T12:00:00', 0],
  ] as const
).entries()) {
  const title = `on ${date.slice(0, 10)} ${drawn} of the particles are images of the day`;
  test(title, longAfterFirst(at), async ({ page }) => {
    // One visit in 600 has fish.
    await page.addInitScript(() => {
      const { random } = Math;
      Math.random = () => (1 + random()) / 2;
    });
    await openWithParticles(page, date);
    await expect(particles(page)).toHaveCount(PARTICLES);
    await expect(particles(page, 'canvas')).toHaveCount(drawn);
    const painted = await particles(page, 'canvas').evaluateAll((all) =>
      all.map((one) => {
        if (!(one instanceof HTMLCanvasElement)) return false;
        const { width, height } = one;
        const pixels = one.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        return [...pixels].some((value) => value > 0);
      }),
    );
    expect(painted.filter(Boolean)).toHaveLength(drawn);
  });
}

test(
  'on a nearly empty battery nothing drifts, and on a weak device nothing ever does',
  LONG_ONLY,
  async ({ page, context }) => {
    await page.addInitScript(() => {
      Object.assign(Navigator.prototype, {
        getBattery: async () => {
          document.documentElement.dataset.asked = 'yes';
          return { charging: false, level: 0.1 };
        },
      });
    });
    await page.clock.install();
    await openHome(page, async () => (await page.locator('html[data-asked]').count()) > 0);
    await expect(particles(page)).toHaveCount(0);

    const weak = await context.newPage();
    await weak.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 1 });
    });
    let isLoaded = false;
    weak.on('response', (response) => {
      isLoaded ||= response.url().includes('/assets/run-lightbar-');
    });
    await openHome(weak, async () => isLoaded);
    await weak.waitForLoadState('networkidle');
    await expect(particles(weak)).toHaveCount(0);
  },
);
