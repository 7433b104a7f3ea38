// What a page that is opened by its address shows first is asked for while the app that will show it is still on its way.
import { shelfTitles } from '#data/catalogue/discover.ts';
import { catalogueLocale, type CatalogueLocale } from '#data/catalogue/locale.ts';
import { searchTitles } from '#data/catalogue/search.ts';
import { languageStore } from '#data/preferences/language.ts';
import { queryClient } from '#data/query-client.ts';
import { pickLanguage } from '#i18n/languages.ts';

/** What fails here is met again by whatever wants it. */
const ignored = (): void => undefined;

export function catalogueHeadStart(path: string): void {
  if (path === '/discover') askForShelves();
  const query = searchIn(path);
  if (query) queryClient.infiniteQuery(searchTitles(query, ownLocale().language)).catch(ignored);
}

/** In the language that will be spoken: it is not yet, when a page is opened. */
function ownLocale(): CatalogueLocale {
  const { language } = languageStore.getState();
  return catalogueLocale(pickLanguage(language, navigator.languages).base);
}

/** The rows that are in sight on every screen. */
export function askForShelves(): void {
  const locale = ownLocale();
  for (const list of ['now_playing', 'top_rated'] as const)
    queryClient.query(shelfTitles({ kind: 'movie', list }, locale)).catch(ignored);
}

export function searchIn(path: string): string | undefined {
  const [, text] = /^\/browse\/([^/]+)$/.exec(path) ?? [];
  try {
    return text === undefined ? undefined : decodeURIComponent(text).trim();
  } catch {
    return undefined;
  }
}
