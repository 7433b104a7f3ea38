import { jellyfin } from '@matinee/sources/sources/jellyfin/jellyfin';
import type { Source } from '@matinee/sources/source';
import type { Library } from '#stream-relay/stream-source.ts';
import { createTranscodeSessions } from './transcode-sessions.ts';
import { jellyfinPlaylists } from './playlist.ts';
import { pollIndex, type PolledIndex, type PolledIndexOptions } from './title-index.ts';

/** The source and library of one media server. */
export interface JellyfinConnection {
  readonly source: Source;
  /** Opens its playlists, and ends what it encodes for viewers who have left. */
  readonly library: Library;
  /** Starts to read its index in the background; the returned function ends that. */
  readonly start: () => () => Promise<void>;
}

export function createJellyfinConnection(options: PolledIndexOptions): JellyfinConnection {
  const { server, fetch } = options;
  const index = server.product === 'emby' ? NO_INDEX : pollIndex(options);
  const transcodes = createTranscodeSessions(options);
  return {
    source: jellyfin({ server, library: index.library }),
    library: { ...jellyfinPlaylists(server, fetch), observer: transcodes.observer },
    start: () => {
      const stop = index.start();
      return async () => {
        await Promise.all([stop(), transcodes.stop()]);
      };
    },
  };
}

/** Emby supports search by provider id. */
const NO_INDEX: PolledIndex = {
  library: { find: () => undefined, missed: () => undefined },
  start: () => async () => undefined,
};
