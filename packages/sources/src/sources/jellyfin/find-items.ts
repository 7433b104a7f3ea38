import type { ScrapeMedia } from '@matinee/shared/media/media';
import { NotFoundError, type SourceContext } from '#source.ts';
import { isWanted, parseItems, tmdbIdOf, type LibraryItem, type WantedIds } from './items.ts';
import type { JellyfinLibrary } from './library.ts';
import { fetchFromServer, nameOf, type MediaServer, type ServerRequest } from './media-server.ts';

/** The same film may stand in several folders of a library. */
const MOST_ITEMS = 3;
const MOST_HITS = 50;

/** Throws `NotFound` when the server has none of that title. */
export async function findItems(
  server: MediaServer,
  library: JellyfinLibrary,
  context: SourceContext,
): Promise<readonly string[]> {
  const { media } = context;
  const known = library.find(media);
  if (known && known.length > 0) return known.slice(0, MOST_ITEMS);
  const query = server.product === 'emby' ? idQuery(media) : titleQuery(media);
  const found = query ? await search(server, query, context) : [];
  library.missed();
  if (found.length === 0) throw new NotFoundError('not in the library');
  return found.slice(0, MOST_ITEMS).map(({ id }) => id);
}

async function search(
  server: MediaServer,
  query: NonNullable<ServerRequest['query']>,
  { fetch, media }: SourceContext,
): Promise<readonly LibraryItem[]> {
  const json = await fetchFromServer(fetch, server, '/Items', {
    query: { ...query, ...common(media), limit: MOST_HITS },
  });
  return parseItems(json, nameOf(server)).items.filter((item) => isWanted(item, media));
}

function common({ type }: WantedIds): NonNullable<ServerRequest['query']> {
  return {
    includeItemTypes: type === 'movie' ? 'Movie' : 'Series',
    recursive: 'true',
    fields: 'ProviderIds',
    enableImages: 'false',
    enableUserData: 'false',
  };
}

function titleQuery({ title }: ScrapeMedia): NonNullable<ServerRequest['query']> {
  return { searchTerm: title };
}

/** Only Emby can be asked for ids; Jellyfin would answer with the whole library. */
function idQuery(media: ScrapeMedia): ServerRequest['query'] {
  const tmdbId = tmdbIdOf(media);
  const ids = [
    ...(tmdbId === undefined ? [] : [`tmdb.${tmdbId}`]),
    ...(media.imdbId === undefined ? [] : [`imdb.${media.imdbId}`]),
  ];
  return ids.length === 0 ? undefined : { AnyProviderIdEquals: ids.join(',') };
}
