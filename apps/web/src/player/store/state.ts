import type { CaptionTrack, Stream } from '@matinee/shared/media/stream';

import type { Cue } from '../captions/cue.ts';
import type { EnginePhase, MediaState, PlaybackError } from '../engine/engine.ts';
import type { QualityWish } from '../engine/picture-size.ts';
import type { Fullscreen } from '../engine/presentation.ts';
import type { Thumbnail } from '../engine/thumbnail.ts';

type Phase = 'empty' | EnginePhase | 'failed';

export interface CaptionsState {
  readonly tracks: readonly CaptionTrack[];
  readonly chosen: string | null;
  /** On its way: chosen once it has arrived and makes sense. */
  readonly pending: string | null;
  readonly failure: { readonly id: string; readonly message: string } | null;
  /** Language of the last choice; survives a change of stream. */
  readonly language: string | null;
  /** On the picture right now. */
  readonly active: readonly Cue[];
}

export interface ControlsState {
  readonly pointer: 'away' | 'hover' | 'tapped';
  /** The last pointer was a finger: the big buttons are shown, and a pause shows nothing by itself. */
  readonly touch: boolean;
  /** A pointer rests on controls. */
  readonly held: boolean;
  readonly menuOpen: boolean;
  /** The keyboard is among the controls. */
  readonly focused: boolean;
  /** The second under the finger while the scrub bar is dragged. */
  readonly scrub: number | null;
  readonly fullscreen: Fullscreen;
  readonly timeFormat: 'elapsed' | 'remaining';
  readonly volumeShown: boolean;
  readonly volumeAdjustable: boolean;
  readonly rolling: boolean;
}

export interface PlayerState {
  readonly phase: Phase;
  readonly media: MediaState;
  readonly stream?: Stream | undefined;
  readonly error?: PlaybackError | undefined;
  readonly captions: CaptionsState;
  readonly controls: ControlsState;
  readonly thumbnails: {
    readonly wanted: boolean;
    /** Of this stream, sorted by time. */
    readonly shots: readonly Thumbnail[];
  };
}

/** What is known of a medium before anything of it has arrived. */
export const FRESH = {
  time: 0,
  duration: 0,
  buffered: 0,
  seeking: false,
  hasPlayed: false,
  paused: true,
  qualities: [],
  quality: undefined,
  audioTracks: [],
  audioTrack: undefined,
} as const;

/** What was wanted of the last film is wanted of the next one. */
export interface RememberedWishes {
  readonly quality?: QualityWish | undefined;
  readonly audioLanguage?: string | undefined;
}

export function initialState(
  volume: number,
  { quality, audioLanguage }: RememberedWishes = {},
): PlayerState {
  return {
    phase: 'empty',
    media: {
      ...FRESH,
      volume,
      muted: volume === 0,
      rate: 1,
      qualityWish: quality ?? 'auto',
      audioLanguage,
    },
    captions: {
      tracks: [],
      chosen: null,
      pending: null,
      failure: null,
      language: null,
      active: [],
    },
    controls: {
      pointer: 'away',
      touch: false,
      held: false,
      menuOpen: false,
      focused: false,
      scrub: null,
      fullscreen: 'off',
      timeFormat: 'elapsed',
      volumeShown: false,
      volumeAdjustable: true,
      rolling: false,
    },
    thumbnails: { wanted: false, shots: [] },
  };
}
