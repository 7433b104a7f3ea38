import { NotFoundError, type Source, type SourceContext, type SourceResult } from '#source.ts';
import {
  type JellyfinLibrary,
  isWanted,
  parseItems,
  tmdbIdOf,
  type LibraryItem,
  type WantedIds,
} from './items.ts';
import { nameOf, type MediaServer, fetchFromServer, type ServerRequest } from './media-server.ts';
import { fetchPlayback } from './playback.ts';
import { streamsOf } from './streams.ts';
import type { ScrapeMedia, ScrapeShow } from '@matinee/shared/media/media';

export interface JellyfinOptions {
  readonly server: MediaServer;
  readonly library: JellyfinLibrary;
}

const RANKS = { jellyfin: 300, emby: 295 } as const;

/** The operator's own Jellyfin or Emby. */
export function jellyfin({ server, library }: JellyfinOptions): Source {
  const play = playsFrom(server, library);
  return {
    id: server.product,
    name: nameOf(server),
    rank: RANKS[server.product],
    runsIn: 'server',
    isOwn: true,
    movie: async (context) => play(await findItems(server, library, context), context),
    show: async (context) => {
      const series = await findItems(server, library, context);
      context.progress(40);
      return play(await findEpisode(server, series, context), context);
    },
  };
}

function playsFrom(server: MediaServer, library: JellyfinLibrary) {
  return async (itemIds: readonly string[], context: SourceContext): Promise<SourceResult> => {
    context.progress(60);
    const answers = await Promise.all(
      itemIds.map(async (itemId) => {
        const sources = await fetchPlayback(context.fetch, server, { itemId });
        if (!sources) library.missed();
        return (sources ?? []).map((source) => ({ itemId, source }));
      }),
    );
    const streams = streamsOf(server, answers.flat());
    if (streams.length === 0) {
      throw new NotFoundError('nothing of it plays in a browser', { code: 'unplayableStreams' });
    }
    return { embeds: [], streams };
  };
}

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

/** The items that hold the episode, of whichever of these series has it. */
export async function findEpisode(
  server: MediaServer,
  seriesIds: readonly string[],
  context: SourceContext<ScrapeShow>,
): Promise<readonly string[]> {
  for (const seriesId of seriesIds) {
    const found = await episodesOf(server, seriesId, context);
    if (found.length > 0) return found;
  }
  throw new NotFoundError('the episode is not in the library');
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
        item.isThere &&
        // Specials are listed among the episodes that they were shown between.
        item.season === season.number &&
        item.episode !== undefined &&
        item.episode <= episode.number &&
        episode.number <= (item.lastEpisode ?? item.episode),
    )
    .map(({ id }) => id);
}
