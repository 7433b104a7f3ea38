// System media controls: lock screen, media keys, headphones.
import i18next from 'i18next';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { SKIP_SECONDS } from '#player/input/shortcuts.ts';
import type { Player } from '#player/player.ts';
import type { AdjacentEpisodes } from '#player/features/playback.ts';
import type { PlayerState } from '#player/state/state.ts';

export interface SystemMedia {
  /** Undefined in browsers without the Media Session API. */
  readonly session:
    | Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>
    | undefined;
  readonly createMetadata: (init: MediaMetadataInit) => MediaMetadata;
}

export const browserMedia: SystemMedia = {
  session: 'mediaSession' in navigator ? navigator.mediaSession : undefined,
  createMetadata: (init) => new MediaMetadata(init),
};

type Actions = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;

/** Returns a function that clears the session. */
export function startMediaSession(
  player: Player,
  meta: PlaybackMeta,
  { session, createMetadata }: SystemMedia = browserMedia,
): () => void {
  if (!session) return () => undefined;
  const actions = playback(player);
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) =>
    ignoreUnsupported(() => session.setActionHandler(action, handler));

  ignoreUnsupported(() => {
    session.metadata = createMetadata(metadata(meta));
  });
  for (const action of ACTIONS) handle(action, actions[action] ?? null);
  const bindAdjacent = ({ previous, next }: AdjacentEpisodes) => {
    handle('previoustrack', previous ?? null);
    handle('nexttrack', next ?? null);
  };
  bindAdjacent(player.store.getState().adjacentEpisodes);
  const report = (state: PlayerState) => {
    session.playbackState = playbackState(state);
    ignoreUnsupported(() => session.setPositionState(position(state)));
  };
  report(player.store.getState());
  const unsubscribe = player.store.subscribe((state, before) => {
    if (hasJumped(state, before)) report(state);
    if (state.adjacentEpisodes !== before.adjacentEpisodes) bindAdjacent(state.adjacentEpisodes);
  });
  return () => {
    unsubscribe();
    for (const action of ACTIONS) handle(action, null);
    bindAdjacent({});
    session.metadata = null;
    session.playbackState = 'none';
    ignoreUnsupported(() => session.setPositionState());
  };
}

const ACTIONS = [
  'play',
  'pause',
  'seekto',
  'seekbackward',
  'seekforward',
] as const satisfies readonly MediaSessionAction[];

/** Browsers throw on actions that they do not support. */
function ignoreUnsupported(call: () => void): void {
  try {
    call();
  } catch {
    // The action is optional.
  }
}

function playback(player: Player): Actions {
  return {
    play: () => player.play(),
    pause: () => player.pause(),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) player.seek(seekTime);
    },
    seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => player.seekBy(seekOffset ?? SKIP_SECONDS),
  };
}

function metadata(meta: PlaybackMeta): MediaMetadataInit {
  const artwork = meta.poster === undefined ? [] : [{ src: meta.poster, sizes: '342x513' }];
  if (meta.type === 'movie') return { title: meta.title, artwork };
  const { season, episode } = meta;
  const numbers = { season: season.number, episode: episode.number };
  const { title } = episode;
  return {
    // The catalog may not know the title of an episode.
    title: title
      ? i18next.t(($) => $.media.episodeTitle, { ...numbers, title })
      : i18next.t(($) => $.media.episodeDisplay, numbers),
    artist: meta.title,
    artwork,
  };
}

function playbackState({ phase, media }: PlayerState): MediaSessionPlaybackState {
  if (phase === 'empty' || phase === 'failed') return 'none';
  return media.paused ? 'paused' : 'playing';
}

/** Undefined hides the progress bar, as for live streams. */
function position({ media }: PlayerState): MediaPositionState | undefined {
  const { duration, time, rate } = media;
  if (!Number.isFinite(duration) || duration <= 0) return undefined;
  return { duration, position: Math.min(Math.max(time, 0), duration), playbackRate: rate };
}

/** Between jumps, the system advances the position itself. */
function hasJumped({ phase, media }: PlayerState, before: PlayerState): boolean {
  if (phase !== before.phase) return true;
  const facts = ['paused', 'seeking', 'duration', 'rate', 'hasPlayed'] as const;
  return facts.some((fact) => media[fact] !== before.media[fact]);
}
