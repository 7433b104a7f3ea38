import { devices } from '@playwright/test';
import {
  card,
  expectPaused,
  expectPlaying,
  openTitle,
  search,
  searchBox,
} from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use(phone);

test('on a phone the same way leads to a playing film, and nothing sticks out sideways', async ({
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
  await page.locator('video').tap({ position: { x: 40, y: 300 } });
  await page.getByRole('button', { name: 'Pause', exact: true }).first().tap();
  await expectPaused(page, true);
  await expectAccessible(page);
});
