import type { Page } from '@playwright/test';
import {
  expectPaused,
  expectPlaying,
  expectTimeNear,
  playback,
  position,
  time,
} from './support/screen.ts';
import { episodePath, startSeriesSite, type SeriesSite } from './support/series.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

let seriesSite: SeriesSite;
test.beforeAll(async () => {
  seriesSite = await startSeriesSite();
});
test.afterAll(() => seriesSite.close());
test.beforeEach(() => seriesSite.site.reset());

const offer = (page: Page, name = 'Next episode') => page.getByRole('group', { name });

async function watch(page: Page, path: string): Promise<void> {
  await page.goto(`${seriesSite.url}${path}`);
  await expectPlaying(page);
}

test.describe('near the end', () => {
  test('the next episode is offered, can be declined, and starts at its beginning', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const state = { enableAutoplay: false };
      localStorage.setItem('__MW::preferences', JSON.stringify({ state, version: 0 }));
    });
    await watch(page, episodePath(1, 2));
    await page.keyboard.press('k');
    await page.keyboard.press('5');
    await expectTimeNear(page, 30);
    await watch(page, episodePath(1, 1));
    await expect(offer(page)).toHaveCount(0);
    // After six seconds the episode would end, and with it the offer.
    await page.keyboard.press('k');
    await expectPaused(page, true);
    await page.keyboard.press('9');
    await expect(offer(page)).toContainText('S1 E2 · The Late Train');
    await expectAccessible(page);
    await offer(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(offer(page)).toHaveCount(0);

    await page.reload();
    await expectPlaying(page);
    await page.keyboard.press('9');
    await offer(page).getByRole('button', { name: 'Play now' }).click();
    await expect(page).toHaveURL(new RegExp(`${episodePath(1, 2)}$`));
    // The address changes while the first one still plays.
    await expect(page).toHaveTitle('The Signal Tower - S1 E2');
    await expectPlaying(page);
    expect(await time(page)).toBeLessThan(10);
  });

  test('without autoplay the movie ends, and can be played again', LONG_ONLY, async ({ page }) => {
    await page.addInitScript(() => {
      const state = { enableAutoplay: false };
      localStorage.setItem('__MW::preferences', JSON.stringify({ state, version: 0 }));
    });
    await watch(page, episodePath(1, 1));
    await page.keyboard.press('9');
    await page.keyboard.press('ArrowRight');
    await offer(page).getByRole('button', { name: 'Play again' }).click();
    await expect(page).toHaveURL(new RegExp(`${episodePath(1, 1)}$`));
    await expectTimeNear(page, 1);
  });

  test('the next episode starts by itself, at once, because its sources were searched ahead', async ({
    page,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/scrape')) requested.push(searchParams.get('episodeTitle') ?? '');
    });
    await watch(page, episodePath(1, 1));
    // The second '9' would be pressed in the next episode if that had started before.
    await page.keyboard.press('k');
    await expectPaused(page, true);
    await page.keyboard.press('8');
    await expect(offer(page)).toContainText(/Starts in \d+s/);
    await expect.poll(() => requested).toEqual(['Night Shift', 'The Late Train']);
    await page.keyboard.press('9');
    await page.keyboard.press('k');
    await expect(page).toHaveURL(new RegExp(`${episodePath(1, 2)}$`));
    await expect(page).toHaveTitle('The Signal Tower - S1 E2');
    await expectPlaying(page);
    expect(await time(page)).toBeLessThan(10);
    expect(requested.filter((title) => title === 'The Late Train')).toHaveLength(1);
  });

  test(
    'the last episode of a season is followed by the first aired one of the next',
    LONG_ONLY,
    async ({ page }) => {
      await watch(page, episodePath(1, 3));
      await page.keyboard.press('9');
      await expect(offer(page, 'Next season')).toContainText('S2 E2 · Snow');
      await expect(page).toHaveURL(new RegExp(`${episodePath(2, 2)}$`));
      await expectPlaying(page);
      await page.keyboard.press('9');
      await expectTimeNear(page, 55);
      // No episode of the season after it has aired.
      await expect(page.getByRole('group', { name: /^Next/ })).toHaveCount(0);
    },
  );

  test(
    'an operator can reserve autoplay for users with their own proxies',
    LONG_ONLY,
    async ({ page }) => {
      await page.route('**/config.js', async (route) => {
        const response = await route.fetch();
        const body = `${await response.text()}\nglobalThis.__CONFIG__ = { ...globalThis.__CONFIG__, ALLOW_AUTOPLAY: 'false' };`;
        await route.fulfill({ response, body });
      });
      await watch(page, episodePath(1, 1));
      await page.keyboard.press('9');
      await expect(offer(page)).toBeVisible();
      await expect(offer(page)).not.toContainText('Starts in');
      await expect(offer(page).getByRole('button', { name: 'Play again' })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${episodePath(1, 1)}$`));
    },
  );
});

test(
  'after nine tenths of a long episode the next one is offered, together with the controls',
  LONG_ONLY,
  async ({ page }) => {
    const long = await startSeriesSite({ isLong: true });
    try {
      await page.goto(`${long.url}${episodePath(1, 1)}`);
      await expectPlaying(page);
      await page.keyboard.press('8');
      await expectTimeNear(page, 0.8 * 10_800);
      await expectPlaying(page, 0.8 * 10_800);
      await page.mouse.move(200, 200);
      await expect(position(page)).toBeVisible();
      await expect(offer(page)).toHaveCount(0);
      await page.keyboard.press('9');
      await expectPlaying(page, 0.9 * 10_800);
      await page.mouse.move(300, 300);
      await expect(offer(page)).toContainText('S1 E2 · The Late Train');
      await expect(offer(page)).toHaveCount(0);
      await page.mouse.move(200, 200);
      await offer(page).getByRole('button', { name: 'Play now' }).click();
      await expect(page).toHaveURL(new RegExp(`${episodePath(1, 2)}$`));
      await page.goto('about:blank');
    } finally {
      await long.close();
    }
  },
);

test('keys lead to the next episode and back to the previous one', async ({ page }) => {
  await watch(page, episodePath(1, 1));
  await page.keyboard.press('Shift+N');
  await expect(page).toHaveURL(new RegExp(`${episodePath(1, 2)}$`));
  // The address changes while the first one still plays.
  await expect(page).toHaveTitle('The Signal Tower - S1 E2');
  await expectPlaying(page);
  await page.keyboard.press('Shift+P');
  await expect(page).toHaveURL(new RegExp(`${episodePath(1, 1)}$`));
  await expectPlaying(page);
});

test(
  'after three episodes without input a prompt appears, and any key continues',
  LONG_ONLY,
  async ({ page }) => {
    const end = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => {
        video.currentTime = 58;
      });
    await watch(page, episodePath(1, 1));
    for (const after of [2, 3]) {
      await end();
      await expect(page).toHaveURL(new RegExp(`${episodePath(1, after)}$`));
      await expect(page).toHaveTitle(`The Signal Tower - S1 E${after}`);
      await expectPlaying(page);
    }
    await end();
    const question = page.getByRole('alertdialog', { name: 'Are you still watching?' });
    await expect(question).toBeVisible();
    await expectPaused(page, true);
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(new RegExp(`${episodePath(2, 2)}$`));
    await expectPlaying(page);
  },
);

test('the position is kept when the page is left between two saves, and finished episodes start over', async ({
  page,
}) => {
  await watch(page, episodePath(1, 1));
  await page.keyboard.press('3');
  await expectTimeNear(page, 18);
  await page.reload();
  await expectPlaying(page, 17);
  await page.keyboard.press('k');
  await page.keyboard.press('9');
  await expectTimeNear(page, 54);
  await page.keyboard.press('ArrowRight');
  await expectTimeNear(page, 59);
  await page.reload();
  await expectPlaying(page);
  expect((await playback(page)).time).toBeLessThan(15);
});
