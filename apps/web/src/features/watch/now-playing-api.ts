// `window.meta.player`, which browser extensions read on movie-web clients.
import type { PlaybackMeta } from '#data/catalog/details.ts';
import type { Player } from '#player/player.ts';
import { isWaiting } from '#player/features/playback.ts';

interface NumberedPart {
  readonly number: number;
  readonly tmdbId: string;
  readonly title: string;
}

interface NowPlaying {
  readonly meta: {
    readonly title: string;
    readonly type: PlaybackMeta['type'];
    readonly tmdbId: string;
    readonly year: number | undefined;
    readonly poster: string | undefined;
  };
  readonly season?: NumberedPart;
  readonly episode?: NumberedPart;
  readonly progress: { readonly time: number; readonly duration: number };
  readonly controls: { readonly isPlaying: boolean; readonly isLoading: boolean };
}

declare global {
  interface Window {
    meta?: { readonly player: NowPlaying };
  }
}

export type NowPlayingWindow = Pick<Window, 'meta'>;

/** Computed on access. Returns a function that removes it. */
export function exposeNowPlaying(
  player: Pick<Player, 'store'>,
  meta: PlaybackMeta,
  target: NowPlayingWindow = window,
): () => void {
  const exposed = {
    get player() {
      return nowPlaying(player, meta);
    },
  };
  target.meta = exposed;
  return () => {
    if (target.meta === exposed) delete target.meta;
  };
}

function nowPlaying({ store }: Pick<Player, 'store'>, meta: PlaybackMeta): NowPlaying {
  const state = store.getState();
  const { title, type, tmdbId, releaseYear, poster } = meta;
  const { time, duration, paused } = state.media;
  return {
    meta: { title, type, tmdbId, year: releaseYear, poster },
    ...(meta.type === 'show' && {
      season: numberedPart(meta.season),
      episode: numberedPart(meta.episode),
    }),
    progress: { time, duration },
    controls: { isPlaying: !paused, isLoading: isWaiting(state) },
  };
}

const numberedPart = ({ number, tmdbId, title }: NumberedPart): NumberedPart => ({
  number,
  tmdbId,
  title,
});
