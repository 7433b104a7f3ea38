import i18next from 'i18next';
import { preconnect } from 'react-dom';
import { config } from '#config.ts';
import { shelfTitles } from '#data/catalogue/discover.ts';
import { catalogueLocale } from '#data/catalogue/locale.ts';
import { queryClient } from '#data/query-client.ts';

/** A loader that asks for what is seen first while the page itself is still on its way. */
export function discoverHeadStart(): null {
  const locale = catalogueLocale(i18next.language);
  for (const list of ['now_playing', 'top_rated'] as const) {
    // A failure is met again by the row that wants it.
    queryClient.query(shelfTitles({ kind: 'movie', list }, locale)).catch(() => undefined);
  }
  preconnect(config.TMDB_IMAGE_URL);
  return null;
}
