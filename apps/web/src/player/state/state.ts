import type { Stream } from '@matinee/shared/media/stream';

import type { Cue } from '../captions/cue.ts';
import { USUAL_STYLE } from '../captions/style.ts';
import type { CaptionStyle } from '../captions/style.ts';
import type { CaptionEntry, StyledCaption } from '../captions/track.ts';
import type { RemoteScreenState } from '../engine/airplay.ts';
import { NO_EFFECTS } from '../engine/audio-effects.ts';
import type { AudioRoute, EffectSettings } from '../engine/audio-effects.ts';
import type {
  EnginePhase,
  MediaState,
  PlaybackError,
  QualityWish,
  Thumbnail,
} from '../engine/engine.ts';
import type { PipState } from '../engine/pip.ts';
import type { Fullscreen } from '../engine/presentation.ts';

type Phase = 'empty' | EnginePhase | 'failed';

/** The subtitle services: whether they can be asked for this title, and what they said. */
export type CaptionSearch =
  | { readonly at: 'unavailable' | 'idle' | 'searching' | 'found' }
  | { readonly at: 'failed'; readonly message: string };

/** What the viewer wants of captions; it is remembered from film to film. */
export interface CaptionWishes {
  /** They are switched on wherever there are some in the language. */
  readonly isWanted: boolean;
  /** Of the last choice. */
  readonly language: string | null;
  /** The last choice came from a subtitle service. */
  readonly fromService: boolean;
  /** Seconds by which they are shown later than they say. */
  readonly delay: number;
  readonly fixesCase: boolean;
  /** The track that delay and case were set for: others have their own faults. */
  readonly tunedFor: string | null;
  readonly style: CaptionStyle;
  /** The language of the track at the top; null for none. */
  readonly secondLanguage: string | null;
}

/** A caption that was chosen, and how far that has come. */
export interface CaptionSlot {
  readonly chosen: string | null;
  /** On its way: chosen once it has arrived and makes sense. */
  readonly pending: string | null;
  readonly failure: { readonly id: string; readonly message: string } | null;
}

export interface SecondCaptionState extends CaptionSlot {
  /** On the picture right now. */
  readonly active: readonly Cue[];
}

export interface CaptionsState extends CaptionWishes, CaptionSlot {
  readonly tracks: readonly CaptionEntry[];
  readonly second: SecondCaptionState;
  /** The looks of the chosen track, where its file has them. */
  readonly styled: StyledCaption | null;
  readonly search: CaptionSearch;
  /** All that has come of what is chosen, in order. */
  readonly cues: readonly Cue[];
  /** On the picture right now. */
  readonly active: readonly Cue[];
  /** A file is held over the picture. */
  readonly isDropOffered: boolean;
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
  /** The list of keys lies over everything. */
  readonly helpShown: boolean;
}

/** What a finger has just done, in words or numbers over the picture. */
export type GestureHint =
  | { readonly kind: 'skip'; readonly seconds: number }
  | { readonly kind: 'seek'; readonly from: number }
  | { readonly kind: 'volume' | 'brightness'; readonly level: number }
  | { readonly kind: 'fast'; readonly rate: number };

export interface GesturesState {
  /** The whole picture, or as much of it as fills the screen. */
  readonly fit: 'whole' | 'fill';
  /** 0-1: how much of the picture's light is let through. */
  readonly brightness: number;
  readonly hint: GestureHint | null;
}

/** `auto`: where the device and its connection can afford them. */
export type ThumbnailChoice = 'auto' | 'on' | 'off';

/** What comes before and after this film, for whoever knows. */
export interface Neighbours {
  readonly previous?: (() => void) | undefined;
  readonly next?: (() => void) | undefined;
}

export interface AudioState extends EffectSettings {
  /** The viewer's choice, also where the sound of what plays cannot be changed. */
  readonly nightModeWish: boolean;
  readonly route: AudioRoute;
  /** How many `<video>`s were given up, because the sound of one that is routed stays so. */
  readonly elements: number;
}

export interface CastState {
  /** This browser can cast, and whoever runs the site allows it. */
  readonly isOffered: boolean;
  readonly at: 'idle' | 'opening' | 'connected';
  /** What the television is called. */
  readonly device: string | null;
  readonly trouble: 'unreachable' | 'noDevice' | null;
}

export interface PlayerState {
  readonly phase: Phase;
  readonly media: MediaState;
  readonly stream?: Stream | undefined;
  readonly error?: PlaybackError | undefined;
  readonly captions: CaptionsState;
  readonly controls: ControlsState;
  readonly cast: CastState;
  readonly pip: PipState;
  readonly remote: RemoteScreenState;
  readonly thumbnails: {
    readonly choice: ThumbnailChoice;
    /** Of this stream, sorted by time. */
    readonly shots: readonly Thumbnail[];
  };
  readonly audio: AudioState;
  readonly neighbours: Neighbours;
  readonly gestures: GesturesState;
}

/** What is known of a medium before anything of it has arrived. */
export const FRESH = {
  time: 0,
  duration: 0,
  live: undefined,
  buffered: 0,
  seeking: false,
  hasPlayed: false,
  paused: true,
  qualities: [],
  quality: undefined,
  audioTracks: [],
  audioTrack: undefined,
  captionTracks: [],
  retrying: false,
  silentCodec: undefined,
  remedy: undefined,
} as const;

/** What was wanted of the last film is wanted of the next one. */
export interface RememberedWishes {
  readonly quality?: QualityWish | undefined;
  readonly audioLanguage?: string | undefined;
  readonly nightMode?: boolean | undefined;
  readonly captions?: Partial<CaptionWishes> | undefined;
}

const NO_CAPTIONS: CaptionsState = {
  isWanted: false,
  language: null,
  fromService: false,
  delay: 0,
  fixesCase: false,
  tunedFor: null,
  style: USUAL_STYLE,
  secondLanguage: null,
  tracks: [],
  chosen: null,
  pending: null,
  failure: null,
  second: { chosen: null, pending: null, failure: null, active: [] },
  styled: null,
  search: { at: 'unavailable' },
  cues: [],
  active: [],
  isDropOffered: false,
};

export function initialState(
  volume: number,
  { quality, audioLanguage, nightMode = false, captions }: RememberedWishes = {},
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
      drawsCaptions: false,
    },
    captions: { ...NO_CAPTIONS, ...captions },
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
      helpShown: false,
    },
    cast: { isOffered: false, at: 'idle', device: null, trouble: null },
    pip: { isOffered: false, isOn: false },
    remote: { isOffered: false, isOn: false },
    thumbnails: { choice: 'off', shots: [] },
    audio: { ...NO_EFFECTS, nightModeWish: nightMode, route: 'unknown', elements: 0 },
    neighbours: {},
    gestures: { fit: 'whole', brightness: 1, hint: null },
  };
}
