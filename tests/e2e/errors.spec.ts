import { card, expectPlaying, openTitle, player, search, searchBox } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, longAfterFirst, test } from './support/test.ts';

test('when no source has a movie the screen offers a retry', async ({ page }) => {
  await page.goto('/media/tmdb-movie-990001-the-lighthouse-keeper-s-ledger');
  await expect(page.getByRole('heading', { name: "We couldn't find that" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to home page' })).toBeVisible();
  await expectAccessible(page);
});

test('when the source is down the screen shows an error, and a later try plays', async ({
  page,
  site,
}) => {
  site.archive.behave('down');
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  await expect(page.getByRole('heading', { name: "We couldn't find that" })).toBeVisible();
  site.archive.behave('normal');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectPlaying(page);
});

for (const [at, mode] of (['html', 'brokenJson', 'empty', 'error'] as const).entries()) {
  const message = `a source that answers with ${mode} ends in a clear message`;
  test(message, longAfterFirst(at), async ({ page, site }) => {
    site.archive.behave(mode);
    await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
    await expect(page.getByRole('heading', { name: "We couldn't find that" })).toBeVisible();
  });
}

test('a search without results shows a message', async ({ page }) => {
  await page.goto('/browse/zzyzx');
  await expect(page.getByText('No results for “zzyzx”')).toBeVisible();
  await expectAccessible(page);
});

test('a text longer than any title is truncated for the search', async ({ page, site }) => {
  await page.goto(`/browse/${'zzyzx '.repeat(1_500).trim()}`);
  await expect(page.getByText(/No results for/)).toBeVisible();
  expect(site.tmdb.count('/3/search')).toBe(1);
});

test('an unreleased movie cannot be opened', async ({ page }) => {
  await page.goto('/browse/tomorrow');
  await expect(page.getByText('Living Dead of Tomorrow').first()).toBeVisible();
  await expect(page.getByText(/Unreleased/)).toBeVisible();
  await expect(card(page, /Living Dead of Tomorrow/)).toHaveCount(0);
  await expectAccessible(page);
});

test(
  'when the first host of TMDB is down, the second one is used',
  LONG_ONLY,
  async ({ page, site }) => {
    site.tmdb.behave('down');
    await page.goto('/');
    await search(page, 'his girl');
    await openTitle(page, 'His Girl Friday');
    await expect(page).toHaveTitle(/His Girl Friday/);
    expect(site.tmdbFallback.count('/3/')).toBeGreaterThan(1);
  },
);

test(
  'a slow TMDB is waited for, and one that is too slow is replaced',
  LONG_ONLY,
  async ({ page, site }) => {
    site.tmdb.behave({ slowMs: 1_500 });
    await page.goto('/');
    await search(page, 'detour');
    await expect(card(page, 'Detour').first()).toBeVisible();
    expect(site.tmdbFallback.count('/3/search')).toBe(0);

    site.tmdb.behave({ slowMs: 60_000 });
    await search(page, 'detou');
    // Earlier results may still be shown for a moment.
    await expect.poll(() => site.tmdbFallback.count('/3/search')).toBe(1);
    await expect(card(page, 'Detour').first()).toBeVisible();
  },
);

for (const [at, [what, title, path]] of (
  [
    ['season', 'The Beverly Hillbillies', '/tv/1930/season/1?'],
    ['series', 'The Beverly Hillbillies', '/tv/1930?'],
    ['movie', 'Night of the Living Dead', '/movie/10331?'],
  ] as const
).entries()) {
  const journey = `leaving while a ${what} is looked up cancels that, and a later visit plays`;
  test(journey, longAfterFirst(at), async ({ page }) => {
    const isLookUp = ({ href }: URL) => href.includes(`/catalogue/3${path}`);
    await page.route(isLookUp, () => undefined);
    await page.goto(`/browse/${title}`);
    const requested = page.waitForRequest((request) => isLookUp(new URL(request.url())));
    await openTitle(page, title);
    const request = await requested;
    // The page cancels only requests that it waits for, and it waits once it is shown.
    await expect(player(page)).toBeVisible();

    const ended = page.waitForEvent('requestfailed', (one) => one === request);
    await page.goBack();
    await ended;

    await page.unroute(isLookUp);
    await openTitle(page, title);
    await expectPlaying(page);
  });
}

test.describe('when TMDB is unreachable', () => {
  test.use({ allowedErrors: /Failed to load resource.*\/catalogue\/3\// });
  test.beforeEach(({ site }) => {
    site.tmdb.behave('down');
    site.tmdbFallback.behave('down');
  });

  test('the search shows an error, and works again when it is back', async ({ page, site }) => {
    await page.goto('/');
    await searchBox(page).fill('topper');
    await expect(page.getByText('Search failed')).toBeVisible();
    await expectAccessible(page);
    site.tmdb.behave('normal');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
    await expect(card(page, 'Topper Returns').first()).toBeVisible();
  });

  test('a title shows an error', async ({ page }) => {
    await page.goto('/media/tmdb-movie-556574-hamilton');
    await expect(page.getByRole('heading', { name: 'Failed to load metadata' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('an unknown address has its own page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText("Couldn't find that page")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(searchBox(page)).toBeVisible();
});

test.describe('invalid addresses of titles', () => {
  test.use({ allowedErrors: /Failed to load resource.*404.*\/catalogue\/3\// });

  test('are not found', LONG_ONLY, async ({ page }) => {
    for (const slug of [
      'garbage',
      'tmdb-movie',
      'tmdb-movie-abc-night',
      'tmdb-film-10331-night',
      'tmdb-movie-10331x',
      'tmdb-movie-99999999-nothing',
      'tmdb-tv-10331-night',
      'tmdb-movie-%2e%2e%2f10331',
      `tmdb-movie-${'9'.repeat(300)}`,
    ]) {
      await page.goto(`/media/${slug}`);
      const text = page.getByText(/Couldn't find that (media|page)/).first();
      await expect(text, slug.slice(0, 40)).toBeVisible();
    }
  });
});
