// Connects one media server: its source, its library in the index of titles, and its streams.
import type { Source } from '@matinee/sources/source';
import { jellyfin } from '@matinee/sources/sources/jellyfin/jellyfin';
import { nameOf } from '@matinee/sources/sources/jellyfin/media-server';
import type { HttpClient } from '#proxy/http-client.ts';
import type { Library, StreamObserver } from '#stream-relay/stream-source.ts';
import type { AddSkipTimes } from '#media-library/segments/skip-times.ts';
import { describeCounts } from '#media-library/titles/indexers/item-indexer.ts';
import type { LibraryTitles } from '#media-library/titles/library-titles.ts';
import type { TitlesOfItems } from '#media-library/titles/library-stores.ts';
import {
  episodeOf,
  movieOf,
  artworkOpener,
  seasonKey,
  seasonPosterOf,
  seriesOf,
  type ReadSeries,
} from './library-items.ts';
import { jellyfinPlaylists } from './playlist.ts';
import { pollIndex, type PolledIndexOptions, type ServerIndexer } from './title-index.ts';
import { createTranscodeSessions } from './transcode-sessions.ts';
import { createWatchSync, type WatchSyncOptions } from './watch-sync.ts';

export interface JellyfinConnectionOptions extends Omit<PolledIndexOptions, 'indexer'> {
  readonly upstream: HttpClient;
  readonly titles: LibraryTitles;
  readonly logInfo: (message: string) => void;
  readonly addSkipTimes: AddSkipTimes;
  /** The media server's user to sync with the owner's account. Unset: no sync. */
  readonly watching?:
    Pick<WatchSyncOptions, 'user' | 'progress' | 'findSeason' | 'imageUrl'> | undefined;
}

export interface JellyfinConnection {
  readonly source: Source;
  /** Opens the server's playlists, and stops transcoding for viewers who have left. */
  readonly library: Library;
  /** False until the first read of the server's library has succeeded or failed. */
  readonly isComplete: () => boolean;
  /** Reads the server's library in the background. Returns a function that stops it. */
  readonly start: () => () => Promise<void>;
}

export function createJellyfinConnection(options: JellyfinConnectionOptions): JellyfinConnection {
  const { server, fetch, upstream, titles, addSkipTimes } = options;
  const name = nameOf(server);
  // Independent of the server's address, because home videos are identified by this key.
  const key = server.product;
  const { indexer, pathsOf, titleOf } = titles.addItems({
    key,
    name,
    open: artworkOpener(server, upstream),
    isReachable: () => index.isReachable(),
  });
  const index = pollIndex({
    ...options,
    indexer: createServerIndexer(indexer, { ...options, key, onSettled: titles.afterScan }),
  });
  const transcodes = createTranscodeSessions(options);
  const watchSync =
    options.watching &&
    createWatchSync({
      ...options,
      ...options.watching,
      titles: { pathsOf, titleOf },
      isReady: index.isComplete,
    });
  const observers = [...(watchSync ? [watchSync.observer] : []), transcodes.observer];
  return {
    source: jellyfin({ server, library: { ...index.library, itemsOf: pathsOf } }),
    library: {
      ...jellyfinPlaylists({
        server,
        fetch,
        upstream,
        addSkipTimes: (timeline, itemId, signal) => addSkipTimes(timeline, titleOf(itemId), signal),
      }),
      observer: together(observers),
    },
    isComplete: index.isComplete,
    start: () => {
      const stop = index.start();
      const stopWatching = watchSync?.start();
      return async () => {
        await Promise.all([stop(), stopWatching?.()]);
        await transcodes.stop();
      };
    },
  };
}

const together = (observers: readonly StreamObserver[]): StreamObserver => ({
  reads: (session, url) => {
    for (const observer of observers) observer.reads(session, url);
  },
  left: (session) => {
    for (const observer of observers) observer.left(session);
  },
});

interface ServerIndexerOptions extends Pick<JellyfinConnectionOptions, 'server' | 'logInfo'> {
  readonly key: string;
  readonly onSettled: () => void;
}

function createServerIndexer(
  indexer: TitlesOfItems['indexer'],
  { server, key, logInfo, onSettled }: ServerIndexerOptions,
): ServerIndexer {
  const shows = new Map<string, ReadSeries>();
  const seasonPosters = new Map<string, string>();
  let reported = '';
  return {
    movies: (items) => {
      for (const item of items) {
        const series = seriesOf(item, key);
        if (series) shows.set(item.id, series);
      }
      indexer.put(items.flatMap((item) => movieOf(item, key) ?? []));
    },
    seasons: (items) => {
      for (const item of items) {
        const poster = seasonPosterOf(item);
        if (poster) seasonPosters.set(poster.key, poster.path);
      }
    },
    episodes: (items) =>
      indexer.put(
        items.flatMap((item) => {
          const { seriesId, season } = item;
          const poster = seasonPosters.get(seasonKey(seriesId, season));
          return episodeOf(item, shows.get(seriesId ?? ''), poster) ?? [];
        }),
      ),
    settle: () => {
      const now = `${nameOf(server)}: ${describeCounts(indexer.settle())}`;
      if (now !== reported) logInfo(now);
      reported = now;
      shows.clear();
      seasonPosters.clear();
      onSettled();
    },
  };
}
