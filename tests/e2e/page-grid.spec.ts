// The layout of pages outside the player: one edge, one heading, and the content above the fold.
import type { Locator, Page } from '@playwright/test';
import type { Site } from './support/site.ts';
import { links, openDiscover, row } from './support/discover.ts';
import { STARTED_SERIES, startedMovie, storeLibrary } from './support/library.ts';
import { PAGES } from './support/pages.ts';
import { expect, longAfterFirst, test } from './support/test.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const;

const HOUR_MS = 60 * 60 * 1_000;

async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error('It has no box');
  return { ...box, end: box.x + box.width, bottom: box.y + box.height };
}

const fontSize = (one: Locator): Promise<number> =>
  one.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
const weight = (one: Locator): Promise<string> =>
  one.evaluate((element) => getComputedStyle(element).fontWeight);
const mainHeading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

test('every page starts at the edge of the header, with a heading of the same size and height', async ({
  page,
}) => {
  const places = SIZES.map(() => new Map<string, string>());
  for (const { path } of PAGES.filter(({ isOnGrid }) => isOnGrid)) {
    await page.goto(path);
    await expect(mainHeading(page)).toBeVisible();
    for (const [at, size] of SIZES.entries()) {
      await page.setViewportSize(size);
      const heading = await boxOf(mainHeading(page));
      const mark = await boxOf(page.getByRole('banner').locator('svg').first());
      expect.soft(heading.x, `${path} at ${size.width}`).toBeCloseTo(mark.x, 0);
      const letters = await fontSize(mainHeading(page));
      places[at]?.set(path, `${Math.round(heading.y)} px from the top, ${letters} px`);
    }
  }
  for (const found of places)
    expect([...new Set(found.values())], JSON.stringify([...found])).toHaveLength(1);
});

test('headings, running text and links have the sizes of their kind', async ({ page }) => {
  await page.goto('/settings');
  const part = page.getByRole('heading', { level: 2, name: 'Account' });
  expect(await weight(part)).toBe('650');
  const card = page.getByRole('heading', { level: 3 }).first();
  expect(await fontSize(part)).toBeGreaterThan(await fontSize(card));

  // On a phone the sections come first, the facts about the site last.
  await page.setViewportSize(SIZES[0]);
  const list = page.getByRole('navigation', { name: 'Settings sections' });
  await expect(list.getByRole('link').last()).toBeInViewport();
  await expect
    .poll(async () => {
      const facts = await boxOf(page.getByText('Server version', { exact: true }));
      return facts.y - (await boxOf(page.getByRole('heading', { level: 3 }).last())).y;
    })
    .toBeGreaterThan(0);

  // Running text has proportional digits.
  await page.goto('/about');
  await expect(mainHeading(page)).toHaveCSS('font-variant-numeric', 'normal');

  // Links in a sentence are high enough for touch.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/login');
  for (const name of ['Create an account', 'Link this device'])
    expect((await boxOf(page.getByRole('link', { name }))).height).toBeGreaterThanOrEqual(44);
});

for (const [at, size] of [SIZES[0], SIZES[2]].entries()) {
  const title = `started titles are completely visible at ${size.width} × ${size.height}`;
  test(title, longAfterFirst(at), async ({ page }) => {
    await page.setViewportSize(size);
    await storeLibrary(page, {
      progress: { '44875': startedMovie('Topper Returns', 40), '1930': STARTED_SERIES },
    });
    await page.goto('/');
    const card = page.getByRole('region', { name: 'Continue watching' }).getByRole('listitem');
    await expect(card).toHaveCount(2);
    expect((await boxOf(card.first())).bottom).toBeLessThanOrEqual(size.height);
    await expect(mainHeading(page)).toBeInViewport();
  });
}

test('Done ends where the cards end', async ({ page }) => {
  await storeLibrary(page, { progress: { '44875': startedMovie('Topper Returns', 40) } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Edit “Continue watching”' }).click();
  const list = page.getByRole('region', { name: 'Continue watching' }).getByRole('list');
  const done = page.getByRole('button', { name: 'Done editing “Continue watching”' });
  expect((await boxOf(done)).end).toBeLessThanOrEqual((await boxOf(list)).end);
});

for (const [at, [width, height]] of (
  [
    // A window of 1440 × 900 at 200 % zoom.
    [720, 450],
    [390, 844],
    [1440, 900],
  ] as const
).entries()) {
  const what = 'details without an image start with the poster, and Play is visible';
  test(`${what} at ${width} × ${height}`, longAfterFirst(at), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/?m=details&title=tmdb-movie-4808-charade');
    const sheet = page.getByRole('dialog');
    const play = sheet.getByRole('link', { name: 'Play' });
    await expect(play).toBeInViewport({ ratio: 1 });
    const title = sheet.getByRole('heading', { level: 2 });
    expect((await boxOf(title)).y - (await boxOf(sheet)).y).toBeLessThan(320);
  });
}

test.describe('on Discover', () => {
  test.slow();
  let site: Site;
  test.beforeAll(({ manyTitles }) => {
    site = manyTitles;
    site.reset();
  });

  for (const [at, size] of SIZES.entries()) {
    const title = `a third of the next card shows where a row ends at ${size.width} px, and nothing before it fades`;
    test(title, longAfterFirst(at), async ({ page }) => {
      await page.setViewportSize(size);
      await openDiscover(page, site);
      const first = row(page, 'Now in theaters').first();
      const list = await boxOf(first.getByRole('list'));
      const cards = await Promise.all((await links(first).all()).slice(0, 9).map(boxOf));
      const cut = cards.find((card) => card.end > list.end);
      const last = cards.findLast((card) => card.end <= list.end);
      if (!cut || !last) throw new Error('No card is cut');
      expect((list.end - cut.x) / cut.width).toBeCloseTo(0.36, 1);
      expect(list.end - last.end).toBeGreaterThanOrEqual(48);
    });
  }

  test('no heading is smaller than those below it, and the first row starts near the top', async ({
    page,
  }) => {
    await page.setViewportSize(SIZES[2]);
    await openDiscover(page, site);
    const sizes = await Promise.all(
      ([1, 2, 3] as const).map((level) =>
        fontSize(page.getByRole('main').getByRole('heading', { level }).first()),
      ),
    );
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect((await boxOf(links(row(page, 'Now in theaters')).first())).y).toBeLessThan(320);
  });

  for (const [at, size] of [SIZES[2], SIZES[0]].entries()) {
    const title = `the random pick moves nothing on the page at ${size.width} px, and ends where the rows end`;
    test(title, longAfterFirst(at), async ({ page }) => {
      await page.setViewportSize(size);
      await page.clock.install();
      await openDiscover(page, site);
      // The pick opens after five seconds.
      await page.clock.pauseAt(Date.now() + HOUR_MS);
      const first = row(page, 'Now in theaters').first();
      const before = await boxOf(first);
      await page.getByRole('button', { name: 'Surprise me' }).click();
      const cancel = page.getByRole('button', { name: 'Cancel' });
      await expect(cancel).toBeVisible();
      expect(await boxOf(first)).toEqual(before);
      const { end } = await boxOf(cancel);
      expect(end).toBeLessThanOrEqual(before.end + 0.5);
      if (size.width > 1_000) expect(end).toBeCloseTo(before.end, 0);
      await cancel.click();
    });
  }
});

test('right to left an empty search field starts on the right, and Latin text keeps its own direction', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      '__MW::locale',
      JSON.stringify({ state: { language: 'he-IL' }, version: 0 }),
    ),
  );
  const title = 'The Orchard and the Long Road to the Sea';
  await storeLibrary(page, {
    bookmarks: { '990900': { title, type: 'movie', year: 1950, updatedAt: 1 } },
  });
  await page.goto('/');
  const box = page.getByRole('searchbox');
  await expect(box).toHaveCSS('direction', 'rtl');
  await box.pressSequentially('dead');
  await expect(box).toHaveCSS('direction', 'ltr');
  await box.fill('');
  // Browsers do not expose an ellipsis' position; it follows the direction of the line.
  await expect(page.getByTitle(title, { exact: true })).toHaveCSS('unicode-bidi', 'plaintext');

  await page.goto('/?m=details&title=tmdb-movie-10331-night-of-the-living-dead');
  const overview = page.getByRole('dialog').getByText('What happens in');
  await expect(overview).toHaveAttribute('lang', 'en');
  const poster = await boxOf(page.getByRole('dialog').getByRole('link').first());
  expect((await boxOf(overview)).x).toBeLessThan(poster.end);

  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  const heading = page.getByRole('heading', { name: 'Night of the Living Dead', level: 1 });
  await expect(heading).toHaveCSS('unicode-bidi', 'plaintext');
});
