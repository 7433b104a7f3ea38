// What a page that is opened by its address shows first is asked for while the app that will show it is still on its way; so are
// the pictures that are in sight then.
import { shelfTitles } from '#data/catalog/discover.ts';
import { catalogLocale, type CatalogLocale } from '#data/catalog/locale.ts';
import { popularMovies, searchTitles } from '#data/catalog/title-list.ts';
import { bookmarksStore } from '#data/user-data/bookmarks.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { languageStore } from '#data/preferences/language.ts';
import { queryClient } from '#data/query-client.ts';
import { sessionStore } from '#data/session.ts';
import { ROWS, shelfOf } from '#features/discover/row-definitions.ts';
import { titlesOfRows } from '#features/discover/merge-rows.ts';
import { discoverStore } from '#features/discover/discover-store.ts';
import { bookmarkedTitles, unfinishedTitles } from '#features/home/library-titles.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { expectPictures } from '#lib/preload-images.ts';
import { estimateGrid, estimateVisibleCards } from '#ui/estimate-columns.ts';

/** What fails here is met again by whatever wants it. */
const ignored = (): void => undefined;

export function catalogueHeadStart(path: string): void {
  if (path === '/') return askForHome(new Date());
  if (path === '/discover') askForShelves();
  const query = searchIn(path);
  if (query) queryClient.infiniteQuery(searchTitles(query, ownLocale().language)).catch(ignored);
}

/** What somebody has is known already; who has nothing is shown what there is. */
function askForHome(now: Date): void {
  const library = bookmarksStore.getState();
  const { items } = progressStore.getState();
  const begun = unfinishedTitles(items, library.bookmarks);
  const titles = begun.length > 0 ? begun : bookmarkedTitles(library, items, now);
  if (titles.length > 0) return expectFirst(titles, estimateGrid(innerWidth).columns);
  if (sessionStore.getState().account) return;
  queryClient
    .query(popularMovies())
    .then((found) => expectFirst(found, estimateGrid(innerWidth).columns), ignored);
}

interface Pictured {
  readonly poster?: string | undefined;
}

function expectFirst(titles: readonly Pictured[], count: number): void {
  expectPictures(titles.slice(0, count).flatMap(({ poster }) => poster ?? []));
}

/** In the language that will be spoken: it is not yet, when a page is opened. */
function ownLocale(): CatalogLocale {
  const { language } = languageStore.getState();
  return catalogLocale(pickLanguage(language, navigator.languages).base);
}

const ROWS_IN_SIGHT = 2;

/** The rows that are in sight on every screen. */
export function askForShelves(): void {
  const locale = ownLocale();
  const lists = ROWS.slice(0, ROWS_IN_SIGHT).map((slot) =>
    shelfTitles(shelfOf(slot, undefined), locale),
  );
  const expectRow = (): void => {
    const answers = lists.map(({ queryKey }) => queryClient.getQueryState(queryKey));
    const [first = []] = titlesOfRows(answers, discoverStore.getState());
    expectFirst(first, estimateVisibleCards(innerWidth));
  };
  for (const list of lists) queryClient.query(list).then(expectRow, ignored);
}

export function searchIn(path: string): string | undefined {
  const [, text] = /^\/browse\/([^/]+)$/.exec(path) ?? [];
  try {
    return text === undefined ? undefined : decodeURIComponent(text).trim();
  } catch {
    return undefined;
  }
}
