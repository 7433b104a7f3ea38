import { jellyfin } from '@matinee/sources/sources/jellyfin/jellyfin';
import type { JellyfinLibrary } from '@matinee/sources/sources/jellyfin/library';
import { nameOf, type MediaServer } from '@matinee/sources/sources/jellyfin/media-server';
import type { Fetcher, Source } from '@matinee/sources/source';
import { setTimeout as pause } from 'node:timers/promises';
import type { Library } from '#streams/opener.ts';
import { createEncodings } from './encodings.ts';
import { createRefresher, type RefresherOptions } from './refresher.ts';
import { jellyfinPlaylists } from './playlist.ts';
import { readIndex } from './title-index.ts';

export interface JellyfinHomeOptions extends Pick<
  RefresherOptions<never>,
  'now' | 'random' | 'log'
> {
  readonly server: MediaServer;
  readonly fetch: Fetcher;
}

/** All that belongs to one media server. */
export interface JellyfinHome {
  readonly source: Source;
  /** Opens its playlists, and ends what it encodes for viewers who have left. */
  readonly library: Library;
  /** Starts to read its index in the background; the returned function ends that. */
  readonly start: () => () => Promise<void>;
}

export function jellyfinHome(options: JellyfinHomeOptions): JellyfinHome {
  const { server, fetch } = options;
  const index = server.product === 'emby' ? NO_INDEX : keptIndex(options);
  const encodings = createEncodings(options);
  return {
    source: jellyfin({ server, library: index.library }),
    library: { ...jellyfinPlaylists(server, fetch), audience: encodings.audience },
    start: () => {
      const stop = index.start();
      return async () => {
        await Promise.all([stop(), encodings.stop()]);
      };
    },
  };
}

interface Index {
  readonly library: JellyfinLibrary;
  readonly start: () => () => Promise<void>;
}

/** Emby can be asked. */
const NO_INDEX: Index = {
  library: { find: () => undefined, missed: () => undefined },
  start: () => async () => undefined,
};

function keptIndex({ server, fetch, now, random, log }: JellyfinHomeOptions): Index {
  const titles = createRefresher({
    what: `The library of ${nameOf(server)}`,
    read: (signal) =>
      readIndex({
        server,
        ask: (url, asked) => fetch(url, { ...asked, signal }),
        warn: log,
      }),
    now,
    random,
    // It keeps no process alive.
    pause: (ms, signal) => pause(ms, undefined, { signal, ref: false }),
    log,
  });
  return {
    library: { find: (wanted) => titles.current()?.find(wanted), missed: titles.hurry },
    start: titles.start,
  };
}
