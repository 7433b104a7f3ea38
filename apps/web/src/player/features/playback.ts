import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import type {
  Engine,
  EnginePhase,
  LiveWindow,
  MediaState,
  PlaybackError,
} from '../engine/engine.ts';

/** Go to the previous and the next title, if the page knows them. */
export interface AdjacentEpisodes {
  readonly previous?: (() => void) | undefined;
  readonly next?: (() => void) | undefined;
}

export interface PlaybackState {
  readonly phase: 'empty' | EnginePhase | 'failed';
  readonly media: MediaState;
  readonly stream?: Stream | undefined;
  readonly error?: PlaybackError | undefined;
  /** The second under the pointer while the scrub bar is dragged. */
  readonly scrub: number | null;
  readonly adjacentEpisodes: AdjacentEpisodes;
}

/** The part of the media state that belongs to one stream, before any of it has loaded. */
export const UNLOADED_MEDIA = {
  time: 0,
  duration: 0,
  live: undefined,
  buffered: 0,
  seeking: false,
  hasPlayed: false,
  paused: true,
  qualities: [],
  original: undefined,
  quality: undefined,
  bitRate: undefined,
  audioTracks: [],
  audioTrack: undefined,
  captionTracks: [],
  retrying: false,
  silentCodec: undefined,
  remedy: undefined,
} as const;

/** Also true for a stream that has failed. */
export const hasStream = ({ phase }: PlaybackState) => phase !== 'empty';

export const hasMedia = ({ phase }: PlaybackState) => phase !== 'empty' && phase !== 'failed';

/** True once the first data of the stream has arrived, so its qualities and tracks are known. */
export const hasLoaded = (state: PlaybackState) => hasMedia(state) && state.phase !== 'loading';

/** True if the stream plays, or will play as soon as it has data. */
export const isRunning = (state: PlaybackState) =>
  hasMedia(state) && state.phase !== 'ended' && !state.media.paused;

export const isWaiting = ({ phase }: PlaybackState) => phase === 'loading' || phase === 'stalled';

/** True when the browser has denied autoplay, or autoplay was not requested. */
export const isStartOffered = ({ phase, media }: PlaybackState) =>
  phase === 'ready' && media.paused && !media.hasPlayed;

/** The seekable range: the window of a live stream, else the complete movie. */
export const seekRange = ({ media }: PlaybackState): LiveWindow =>
  media.live ?? { start: 0, end: media.duration };

/** The time that the bar and the label show. */
export const shownTime = ({ media, scrub }: PlaybackState) => scrub ?? media.time;

export const remaining = (state: PlaybackState) =>
  Math.max(0, state.media.duration - shownTime(state));

export interface PlaybackCommands {
  readonly play: () => void;
  readonly pause: () => void;
  readonly togglePlay: () => void;
  readonly seek: (seconds: number) => void;
  readonly seekBy: (seconds: number) => void;
  /** Sets the functions that the keys for the previous and the next title call. */
  readonly setAdjacentEpisodes: (adjacentEpisodes: AdjacentEpisodes) => void;
  readonly scrub: Scrub;
}

/** Dragging the bar pauses playback; the seek happens on release. */
interface Scrub {
  readonly move: (seconds: number) => void;
  readonly commit: () => void;
  readonly cancel: () => void;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

export function createPlayback(
  store: StoreApi<PlaybackState>,
  engine: () => Engine | undefined,
): PlaybackCommands {
  const media = () => store.getState().media;
  const play = () => engine()?.play();
  const pause = () => engine()?.pause();

  function seek(seconds: number) {
    if (Number.isNaN(seconds)) return;
    const { duration, live } = media();
    const end = duration > 0 ? duration : Number.MAX_SAFE_INTEGER;
    engine()?.seek(live ? clamp(seconds, live.start, live.end) : clamp(seconds, 0, end));
  }

  return {
    play,
    pause,
    togglePlay: () => (media().paused ? play() : pause()),
    seek,
    seekBy: (seconds) => seek(media().time + seconds),
    setAdjacentEpisodes: (adjacentEpisodes) => store.setState({ adjacentEpisodes }),
    scrub: createScrub(store, { play, pause, seek }),
  };
}

function createScrub(
  store: StoreApi<PlaybackState>,
  { play, pause, seek }: Pick<PlaybackCommands, 'play' | 'pause' | 'seek'>,
): Scrub {
  let wasPlaying = false;

  function end() {
    const { scrub } = store.getState();
    if (scrub === null) return undefined;
    store.setState({ scrub: null });
    return scrub;
  }

  function resume() {
    if (wasPlaying) play();
    wasPlaying = false;
  }

  return {
    move: (seconds) => {
      const state = store.getState();
      const { start, end: last } = seekRange(state);
      if (state.scrub === null) {
        wasPlaying = !state.media.paused;
        pause();
      }
      store.setState({ scrub: clamp(seconds, start, last) });
    },
    commit: () => {
      const seconds = end();
      if (seconds === undefined) return;
      seek(seconds);
      resume();
    },
    cancel: () => {
      if (end() !== undefined) resume();
    },
  };
}
