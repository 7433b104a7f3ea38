// Requests that start before the code that renders their responses has loaded. main.tsx calls `prefetch` for the first
// page (see scripts/bench/home.ts). Loaders call it for pages that load on demand.
import { decodeSlug } from '@matinee/shared/media/slug';
import { z } from 'zod';
import { playbackMeta } from '#data/catalog/details.ts';
import { rowTitles } from '#data/catalog/discover.ts';
import { catalogLocale, type CatalogLocale } from '#data/catalog/tmdb.ts';
import { popularMovies, searchTitles } from '#data/catalog/title-list.ts';
import { languageStore } from '#data/preferences/language.ts';
import { queryClient } from '#data/query-client.ts';
import { sessionStore } from '#data/session.ts';
import { isRemoved } from '#data/catalog/title.ts';
import { bookmarksStore } from '#data/user-data/bookmarks.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { ROWS, rowQuery } from '#features/discover/row-definitions.ts';
import { parseRoute } from '#features/watch/watch-title.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { whenIdle } from '#lib/scheduling.ts';

/** The page's own query reports a failure and retries. */
const ignored = (): void => undefined;

export function prefetch(path: string): void {
  const [page, query] = path.split('/').slice(1);
  if (page === '') prefetchHome();
  else if (page === 'discover') prefetchRows();
  else if (page === 'browse' && query) prefetchSearch(query);
  else if (page === 'media') prefetchTitle(path);
}

/** The number of posters in a row on a phone. One of them is the largest image. */
const FIRST_POSTERS = 2;

function prefetchHome(): void {
  const hasTitles = [progressStore.getState().items, bookmarksStore.getState().bookmarks].some(
    (titles) => Object.keys(titles).length > 0,
  );
  if (hasTitles || sessionStore.getState().account) return;
  queryClient
    .query(popularMovies(storedLocale().language))
    .then(
      (movies) => movies.slice(0, FIRST_POSTERS).forEach(({ poster }) => preloadImage(poster)),
      ignored,
    );
}

function preloadImage(url: string | undefined): void {
  if (url === undefined) return;
  const image = new Image();
  image.fetchPriority = 'high';
  image.src = url;
}

/** Rows within the first screen. */
const FIRST_ROWS = 2;

function prefetchRows(): void {
  const locale = storedLocale();
  for (const row of ROWS.slice(0, FIRST_ROWS))
    queryClient.query(rowTitles(rowQuery(row, undefined), locale)).catch(ignored);
}

function prefetchSearch(query: string): void {
  try {
    const text = decodeURIComponent(query).trim();
    if (text === '') return;
    queryClient.infiniteQuery(searchTitles(text, storedLocale().language)).catch(ignored);
  } catch {
    // A malformed escape sequence: the router handles it.
  }
}

function prefetchTitle(path: string): void {
  const route = parseRoute(path);
  const title = route && decodeSlug(route.slug);
  if (!route || !title || isRemoved(title)) return;
  const { seasonId, episodeId } = route;
  queryClient.query(playbackMeta({ ...title, seasonId, episodeId })).catch(ignored);
}

/** i18next has no language yet when the first page prefetches. */
function storedLocale(): CatalogLocale {
  const { language } = languageStore.getState();
  return catalogLocale(pickLanguage(language, navigator.languages).locale);
}

const Connection = z.object({
  saveData: z.boolean().catch(false),
  effectiveType: z.string().catch('4g'),
});
/** Not every browser has `connection`. */
const Device = z.object({ connection: Connection.optional().catch(undefined) });

const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Loads the code of the player: once a title is pointed at, or on a fast connection when the browser is idle. */
export function prefetchPlayer(signal: AbortSignal, load = loadPlayer): void {
  const waiting = new AbortController();
  const start = (): void => {
    if (waiting.signal.aborted || signal.aborted) return;
    waiting.abort();
    load();
  };
  const onIntent = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('a[href^="/media/"]')) start();
  };
  const during = { signal: AbortSignal.any([signal, waiting.signal]), passive: true };
  for (const type of INTENT_EVENTS) addEventListener(type, onIntent, during);
  if (isConnectionGood()) whenIdle(start);
}

function isConnectionGood(): boolean {
  const { connection } = Device.catch({}).parse(navigator);
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

/** The page itself repeats a request that fails here, and shows its error. */
function loadPlayer(): void {
  import('#features/watch/WatchPage.tsx').catch(() => undefined);
}
