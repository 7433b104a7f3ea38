import { devices } from '@playwright/test';
import {
  card,
  expectPaused,
  expectPlaying,
  expectTimeNear,
  openTitle,
  player,
  position,
  search,
  searchBox,
  tapControl,
  time,
} from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use(phone);

test('the same steps on a phone lead to a playing movie, and nothing overflows sideways', async ({
  page,
}) => {
  await page.goto('/');
  await expect(searchBox(page)).toBeVisible();
  await search(page, 'living dead');
  await expect(card(page, 'Night of the Living Dead').first()).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await openTitle(page, 'Night of the Living Dead');
  await expectPlaying(page);
  await tapControl(page, page.getByRole('button', { name: 'Pause', exact: true }).first());
  await expectPaused(page, true);
  await expectAccessible(page);
});

const MOVIE = '/media/tmdb-movie-10331-night-of-the-living-dead';

test('a touch shows the controls, skips, drags the bar, and hides them again', async ({
  page,
  context,
}) => {
  await page.goto(MOVIE);
  await expectPlaying(page);
  await page.locator('video').tap({ position: { x: 40, y: 300 } });
  await expect(player(page)).toHaveAttribute('data-controls', 'shown');
  await tapControl(page, page.getByRole('button', { name: 'Pause', exact: true }));
  await expectPaused(page, true);
  const start = await time(page);
  await tapControl(page, page.getByRole('button', { name: 'Skip forward 10 seconds' }));
  await tapControl(page, page.getByRole('button', { name: 'Skip forward 10 seconds' }));
  await tapControl(page, page.getByRole('button', { name: 'Skip back 10 seconds' }));
  await expectTimeNear(page, start + 10);

  const bar = await position(page).boundingBox();
  if (!bar) throw new Error('The scrub bar is not on the screen');
  expect(bar.height).toBeGreaterThanOrEqual(44);
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: bar.x + bar.width * share, y: bar.y + bar.height / 2 }],
    });
  await touch('touchStart', 0.2);
  await touch('touchMove', 0.4);
  await touch('touchMove', 0.75);
  await touch('touchEnd');
  await expectTimeNear(page, 45);
  await expectPaused(page, true);

  await page.locator('video').tap({ position: { x: 40, y: 300 } });
  await expect(player(page)).toHaveAttribute('data-controls', 'hidden');
});

test('on a phone no control of the player covers an error screen', async ({ page }) => {
  await page.goto('/media/tmdb-movie-990001-the-lighthouse-keeper-s-ledger');
  const heading = page.getByRole('heading', { name: "We couldn't find that" });
  await expect(heading).toBeVisible();
  await page.locator('summary').tap();
  await expect(page.getByText(/no upload has this title/)).toBeVisible();
  await heading.tap();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(heading).toBeVisible();
});

test('on a phone the list of sources fits the screen', LONG_ONLY, async ({ page, site }) => {
  await page.setViewportSize({ width: 340, height: 640 });
  const found = Promise.withResolvers<void>();
  site.archive.behave({ until: found.promise });
  await page.goto(MOVIE);
  const row = page.getByRole('listitem').filter({ hasText: 'Checking for videos…' }).first();
  await expect(row).toBeVisible();
  const box = await row.boundingBox();
  found.resolve();
  const width = page.viewportSize()?.width ?? 0;
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  await expectPlaying(page);
});

test('on a phone every control of the caption settings is large enough for touch', async ({
  page,
}) => {
  await page.goto(`${MOVIE}?r=/settings/captions/settings`);
  await expectPlaying(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  const small = await dialog.locator('button, input, select').evaluateAll((controls) =>
    controls.flatMap((control) => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return Math.min(width, height) < 44 ? [`${name}: ${width} x ${height}`] : [];
    }),
  );
  expect(small).toEqual([]);
});
