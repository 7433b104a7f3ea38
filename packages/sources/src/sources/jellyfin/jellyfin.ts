import { NotFoundError, type Source, type SourceContext, type SourceResult } from '#source.ts';
import {
  type JellyfinLibrary,
  matchesKeys,
  parseItems,
  tmdbIdOf,
  type LibraryItem,
  type TitleKeys,
} from './items.ts';
import { nameOf, type MediaServer, fetchFromServer, type ServerRequest } from './media-server.ts';
import { fetchPlayback } from './playback.ts';
import { jellyfinStreams, unplayableCause } from './streams.ts';
import type { ScrapeMedia, ScrapeShow } from '@matinee/shared/media/media';

interface JellyfinOptions {
  readonly server: MediaServer;
  readonly library: JellyfinLibrary;
}

const RANKS = { jellyfin: 300, emby: 295 } as const;

/** Plays titles of the operator's Jellyfin or Emby server. */
export function jellyfin({ server, library }: JellyfinOptions): Source {
  const play = createPlayer(server, library);
  return {
    id: server.product,
    name: nameOf(server),
    rank: RANKS[server.product],
    runsIn: 'server',
    trust: 'own',
    movie: async (context) => {
      const own = library.itemsOf(context.media).slice(0, MAX_ITEMS);
      return play(own.length > 0 ? own : await findItems(server, library, context), context);
    },
    show: async (context) => {
      const own = library.itemsOf(context.media).slice(0, MAX_ITEMS);
      if (own.length > 0) return play(own, context);
      const series = await findItems(server, library, context);
      context.progress(40);
      return play(await findEpisode(server, series, context), context);
    },
  };
}

function createPlayer(server: MediaServer, library: JellyfinLibrary) {
  return async (itemIds: readonly string[], context: SourceContext): Promise<SourceResult> => {
    context.progress(60);
    const results = await Promise.all(
      itemIds.map(async (itemId) => {
        const sources = await fetchPlayback(context.fetch, server, {
          itemId,
          capabilities: context.capabilities,
        });
        if (!sources) library.missed();
        return (sources ?? []).map((source) => ({ itemId, source }));
      }),
    );
    const versions = results.flat();
    const streams = jellyfinStreams(server, versions, context.capabilities);
    if (streams.length === 0) {
      const cause = unplayableCause(server, versions, context.capabilities);
      throw new NotFoundError('none of its files play in a browser', cause);
    }
    return { embeds: [], streams };
  };
}

/** A library may contain several copies of a movie. */
const MAX_ITEMS = 3;
const MAX_RESULTS = 50;

/** Throws `NotFoundError` if the server has no item. */
async function findItems(
  server: MediaServer,
  library: JellyfinLibrary,
  context: SourceContext,
): Promise<readonly string[]> {
  const { media } = context;
  const known = library.find(media);
  if (known && known.length > 0) return known.slice(0, MAX_ITEMS);
  const query = server.product === 'emby' ? idQuery(media) : titleQuery(media);
  const found = query ? await search(server, query, context) : [];
  library.missed();
  if (found.length === 0) throw new NotFoundError('not in the library');
  return found.slice(0, MAX_ITEMS).map(({ id }) => id);
}

async function search(
  server: MediaServer,
  query: NonNullable<ServerRequest['query']>,
  { fetch, media }: SourceContext,
): Promise<readonly LibraryItem[]> {
  const json = await fetchFromServer(fetch, server, '/Items', {
    query: { ...query, ...common(media), limit: MAX_RESULTS },
  });
  return parseItems(json, nameOf(server)).items.filter((item) => matchesKeys(item, media));
}

function common({ type }: TitleKeys): NonNullable<ServerRequest['query']> {
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

/** Returns the filter for Emby. Jellyfin ignores it and would return the whole library. */
function idQuery(media: ScrapeMedia): ServerRequest['query'] {
  const tmdbId = tmdbIdOf(media);
  const ids = [
    ...(tmdbId === undefined ? [] : [`tmdb.${tmdbId}`]),
    ...(media.imdbId === undefined ? [] : [`imdb.${media.imdbId}`]),
  ];
  return ids.length === 0 ? undefined : { AnyProviderIdEquals: ids.join(',') };
}

/** Returns the episode's items in the first copy of a show that has the episode. */
async function findEpisode(
  server: MediaServer,
  seriesIds: readonly string[],
  context: SourceContext<ScrapeShow>,
): Promise<readonly string[]> {
  for (const seriesId of seriesIds) {
    const found = await episodesOf(server, seriesId, context);
    if (found.length > 0) return found;
  }
  throw new NotFoundError("the episode isn't in the library");
}

async function episodesOf(
  server: MediaServer,
  seriesId: string,
  { fetch, media }: SourceContext<ScrapeShow>,
): Promise<readonly string[]> {
  const { episode, season } = media;
  const json = await fetchFromServer(fetch, server, `/Shows/${seriesId}/Episodes`, {
    query: { season: season.number, fields: 'ProviderIds', enableImages: 'false' },
  });
  if (json === undefined) return [];
  return parseItems(json, nameOf(server))
    .items.filter(
      (item) =>
        item.type === 'Episode' &&
        item.hasFile &&
        // Check the season, because servers list specials between the episodes of other seasons.
        item.season === season.number &&
        item.episode !== undefined &&
        item.episode <= episode.number &&
        episode.number <= (item.lastEpisode ?? item.episode),
    )
    .map(({ id }) => id);
}
