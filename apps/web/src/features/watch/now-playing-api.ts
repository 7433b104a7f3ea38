// What plays, for extensions that tell others of it: they read `window.meta.player`, as of earlier clients.
import type { PlaybackMeta } from '#data/catalog/details.ts';
import type { Player } from '#player/player.ts';
import { isWaiting } from '#player/features/playback.ts';

interface Part {
  readonly number: number;
  readonly tmdbId: string;
  readonly title: string;
}

interface Presence {
  readonly meta: {
    readonly title: string;
    readonly type: PlaybackMeta['type'];
    readonly tmdbId: string;
    readonly year: number | undefined;
    readonly poster: string | undefined;
  };
  readonly season?: Part;
  readonly episode?: Part;
  readonly progress: { readonly time: number; readonly duration: number };
  readonly controls: { readonly isPlaying: boolean; readonly isLoading: boolean };
}

declare global {
  interface Window {
    meta?: { readonly player: Presence };
  }
}

export type PresenceDoor = Pick<Window, 'meta'>;

/** Until it is stopped. Whoever looks has it worked out; nobody else pays for it. */
export function announce(
  player: Pick<Player, 'store'>,
  meta: PlaybackMeta,
  door: PresenceDoor = window,
): () => void {
  const presence = {
    get player() {
      return presenceOf(player, meta);
    },
  };
  door.meta = presence;
  return () => {
    if (door.meta === presence) delete door.meta;
  };
}

function presenceOf({ store }: Pick<Player, 'store'>, meta: PlaybackMeta): Presence {
  const state = store.getState();
  const { title, type, tmdbId, releaseYear, poster } = meta;
  const { time, duration, paused } = state.media;
  return {
    meta: { title, type, tmdbId, year: releaseYear, poster },
    ...(meta.type === 'show' && { season: part(meta.season), episode: part(meta.episode) }),
    progress: { time, duration },
    controls: { isPlaying: !paused, isLoading: isWaiting(state) },
  };
}

const part = ({ number, tmdbId, title }: Part): Part => ({ number, tmdbId, title });
