import { startSite, type Site } from './support/site.ts';
import { links, row } from './support/discover.ts';
import { card, expectPlaying, openTitle, search } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

/** The product without configuration, except for fakes of outside services. */
test.describe('without a key', () => {
  let customSite: Site;
  test.beforeAll(async () => {
    customSite = await startSite({ TMDB_READ_API_KEY: undefined });
  });
  test.afterAll(() => customSite.close());

  test('home explains that its movies are free and legal, and one is found and played', async ({
    page,
  }) => {
    await page.goto(`${customSite.app.url}/`);
    await expect(page.getByText(/free and legal to watch/)).toBeInViewport();
    await expectAccessible(page);
    await search(page, 'living dead');
    await expect(card(page, /./).first()).toHaveAccessibleName(/Night of the Living Dead/);
    await openTitle(page, 'Night of the Living Dead');
    await expectPlaying(page);
    expect(customSite.tmdb.count('/3/')).toBe(0);
  });

  test('a search without results explains what is available, and leads to a row of it', async ({
    page,
  }) => {
    await page.goto(`${customSite.app.url}/browse/matrix`);
    await expect(page.getByRole('heading', { name: 'No results for “matrix”' })).toBeVisible();
    await expect(page.getByText(/open collection: 109 movies and shows/)).toBeVisible();
    await expect(page.getByText('Check the spelling')).toHaveCount(0);
    await expect(card(page, /Night of the Living Dead/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Film noir' }).click();
    await expect(page).toHaveURL(/\/discover#noir$/);
    await expect(row(page, 'Film noir').getByRole('heading')).toBeInViewport();
    await expect(links(row(page, 'Film noir')).first()).toBeVisible();
  });

  test(
    'hints for adding more appear on the machine itself, not to remote users',
    LONG_ONLY,
    async ({ page }) => {
      const hints = page.getByRole('complementary', { name: 'Add more movies and shows' });
      await page.goto(`${customSite.app.url}/browse/matrix`);
      for (const option of ['TMDB_READ_API_KEY', 'MEDIA_FOLDERS', 'JELLYFIN_URL'])
        await expect(hints.getByText(option)).toBeVisible();
      await page.goto(`${customSite.app.url}/`);
      await hints.getByText('Add more movies and shows').click();
      await expect(hints.getByText('TMDB_READ_API_KEY')).toBeVisible();

      await page.setExtraHTTPHeaders({ via: '1.1 proxy' });
      await page.goto(`${customSite.app.url}/browse/matrix`);
      await expect(page.getByText(/open collection: 109 movies and shows/)).toBeVisible();
      await expect(page.getByText('TMDB_READ_API_KEY')).toHaveCount(0);
    },
  );

  test(
    'details show director and cast, and leave out unknown fields',
    LONG_ONLY,
    async ({ page }) => {
      await page.goto(`${customSite.app.url}/?m=details&title=tmdb-movie-10331`);
      const sheet = page.getByRole('dialog', { name: 'Night of the Living Dead' });
      await expect(sheet.getByText('Directed by George A. Romero')).toBeVisible();
      await expect(sheet.getByRole('region', { name: 'Cast' })).toContainText('Duane Jones');
      await expect(sheet.getByText(/out of 10/)).toHaveCount(0);
      await expect(sheet.getByRole('button', { name: 'Trailer' })).toHaveCount(0);
    },
  );
});
