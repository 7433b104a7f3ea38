import { openCinema, type Cinema } from './support/cinema.ts';
import { card, expectPlaying, openTitle, search } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** The product as it arrives: no key, nothing configured but the doubles of the outside world. */
test.describe('without a key', () => {
  let open: Cinema;
  test.beforeAll(async () => {
    open = await openCinema({ TMDB_READ_API_KEY: undefined });
  });
  test.afterAll(() => open.close());

  test('the open collection is searched and played, and the page says how to get more', async ({
    page,
  }) => {
    await page.goto(`${open.app.url}/`);
    await expect(page.getByText(/You are seeing the open collection/)).toBeVisible();
    await expectAccessible(page);
    await search(page, 'living dead');
    await expect(card(page, /./).first()).toHaveAccessibleName(/Night of the Living Dead/);
    await openTitle(page, 'Night of the Living Dead');
    await expectPlaying(page);
    expect(open.tmdb.count('/3/')).toBe(0);
  });
});
