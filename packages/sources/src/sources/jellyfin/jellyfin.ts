import { NotFoundError, type Source, type SourceContext, type SourceResult } from '#source.ts';
import { findEpisode } from './find-episode.ts';
import { findItems } from './find-items.ts';
import type { JellyfinLibrary } from './library.ts';
import { nameOf, type MediaServer } from './media-server.ts';
import { fetchPlayback } from './playback.ts';
import { streamsOf } from './streams.ts';

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
