// The film among the controls of the system: lock screen, media keys, headphones.
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { SKIP_SECONDS } from '#player/input/shortcuts.ts';
import type { Player } from '#player/player.ts';
import type { Neighbours } from '#player/features/playback.ts';
import type { PlayerState } from '#player/state/state.ts';

export interface System {
  /** Not every browser has one. */
  readonly session:
    | Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>
    | undefined;
  readonly createMetadata: (init: MediaMetadataInit) => MediaMetadata;
}

export const browserSystem: System = {
  session: 'mediaSession' in navigator ? navigator.mediaSession : undefined,
  createMetadata: (init) => new MediaMetadata(init),
};

type Actions = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;

/** Shown, and obeyed, until it is stopped. */
export function joinMediaSession(
  player: Player,
  meta: PlaybackMeta,
  { session, createMetadata }: System = browserSystem,
): () => void {
  if (!session) return () => undefined;
  const actions = playback(player);
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) =>
    attempt(() => session.setActionHandler(action, handler));

  attempt(() => {
    session.metadata = createMetadata(metadata(meta));
  });
  for (const action of ACTIONS) handle(action, actions[action] ?? null);
  const follow = ({ previous, next }: Neighbours) => {
    handle('previoustrack', previous ?? null);
    handle('nexttrack', next ?? null);
  };
  follow(player.store.getState().neighbours);
  const tell = (state: PlayerState) => {
    session.playbackState = playbackState(state);
    attempt(() => session.setPositionState(position(state)));
  };
  tell(player.store.getState());
  const unsubscribe = player.store.subscribe((state, before) => {
    if (hasJumped(state, before)) tell(state);
    if (state.neighbours !== before.neighbours) follow(state.neighbours);
  });
  return () => {
    unsubscribe();
    for (const action of ACTIONS) handle(action, null);
    follow({});
    session.metadata = null;
    session.playbackState = 'none';
    attempt(() => session.setPositionState());
  };
}

const ACTIONS = [
  'play',
  'pause',
  'seekto',
  'seekbackward',
  'seekforward',
] as const satisfies readonly MediaSessionAction[];

/** Browsers know some of the actions and throw at the others. */
function attempt(ask: () => void): void {
  try {
    ask();
  } catch {
    // The film plays without it.
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
  return {
    title: `S${season.number} E${episode.number}: ${episode.title}`,
    artist: meta.title,
    artwork,
  };
}

function playbackState({ phase, media }: PlayerState): MediaSessionPlaybackState {
  if (phase === 'empty' || phase === 'failed') return 'none';
  return media.paused ? 'paused' : 'playing';
}

/** Undefined takes the bar away: the length of a live stream has no end. */
function position({ media }: PlayerState): MediaPositionState | undefined {
  const { duration, time, rate } = media;
  if (!Number.isFinite(duration) || duration <= 0) return undefined;
  return { duration, position: Math.min(Math.max(time, 0), duration), playbackRate: rate };
}

/** In between the system counts the seconds by itself. */
function hasJumped({ phase, media }: PlayerState, before: PlayerState): boolean {
  if (phase !== before.phase) return true;
  const facts = ['paused', 'seeking', 'duration', 'rate', 'hasPlayed'] as const;
  return facts.some((fact) => media[fact] !== before.media[fact]);
}
