import { lastStartedBy } from '../../captions/active-cues.ts';
import type { CaptionCue } from '../../captions/cue.ts';
import { DEFAULT_STYLE } from '../../captions/style.ts';
import type { CaptionStyle } from '../../captions/style.ts';
import { secondTracks } from '../../captions/track.ts';
import type { CaptionEntry, ShownCaption } from '../../captions/track.ts';
import type { PlaybackState } from '../playback.ts';

/** The search at the subtitle services. */
type CaptionSearch =
  | { readonly at: 'unavailable' | 'idle' | 'searching' | 'found' }
  | { readonly at: 'failed'; readonly message: string };

/** The viewer's choices, which also apply to later streams. */
export interface CaptionSettings {
  /** Captions switch on for each stream that has them in the language. */
  readonly isWanted: boolean;
  /** The language of the last choice. */
  readonly language: string | null;
  /** The last choice came from a subtitle service. */
  readonly fromService: boolean;
  /** Seconds by which captions are shown late. */
  readonly delay: number;
  readonly fixesCase: boolean;
  /** The track that delay and case were set for. */
  readonly tunedFor: string | null;
  readonly style: CaptionStyle;
  /** The language of the track at the top; null for none. */
  readonly secondLanguage: string | null;
}

export interface CaptionSelection {
  readonly chosen: string | null;
  /** Becomes `chosen` once it has loaded and parsed. */
  readonly pending: string | null;
  readonly failure: CaptionFailure | null;
}

export interface CaptionFailure {
  readonly id: string;
  readonly message: string;
  /** The largest size of a file that was too large. */
  readonly maxBytes?: number;
}

export interface SecondCaptionState extends CaptionSelection {
  readonly active: readonly CaptionCue[];
}

export interface CaptionsState extends CaptionSettings, CaptionSelection {
  readonly tracks: readonly CaptionEntry[];
  readonly second: SecondCaptionState;
  /** The chosen track with the styles of its file, if it has styles. */
  readonly styled: ShownCaption | null;
  readonly search: CaptionSearch;
  /** The loaded cues of the chosen track, in order. */
  readonly cues: readonly CaptionCue[];
  /** The cues of this moment. */
  readonly active: readonly CaptionCue[];
  /** A file is dragged over the video. */
  readonly isDropOffered: boolean;
}

export interface CaptionsSlice extends PlaybackState {
  readonly captions: CaptionsState;
}

export const initialCaptions: CaptionsState = {
  isWanted: false,
  language: null,
  fromService: false,
  delay: 0,
  fixesCase: false,
  tunedFor: null,
  style: DEFAULT_STYLE,
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

/** Reads and writes the state of this feature. */
export interface CaptionsAccess {
  readonly now: () => CaptionsState;
  readonly set: (patch: Partial<CaptionsState>) => void;
}

export const hasCaptions = ({ captions }: CaptionsSlice) => captions.tracks.length > 0;

/** False for forced captions, which are shown automatically. */
export const areCaptionsShowing = ({ captions }: Pick<CaptionsSlice, 'captions'>) =>
  captions.isWanted && (captions.chosen !== null || captions.pending !== null);

export const chosenCaption = ({ captions }: CaptionsSlice) =>
  captions.tracks.find(({ id }) => id === captions.chosen);

export const secondCaption = ({ captions }: CaptionsSlice) =>
  captions.tracks.find(({ id }) => id === captions.second.chosen);

/** True if a first track is chosen and another one can be shown with it. */
export const hasSecondCaptions = ({ captions }: CaptionsSlice) =>
  captions.chosen !== null && secondTracks(captions.tracks, captions.chosen).length > 0;

/** Empty when the language is unknown. */
export const captionLanguage = (state: CaptionsSlice) => chosenCaption(state)?.language ?? '';

/** The cue that is spoken now, or was spoken last. */
export const spokenLine = ({ captions, media }: CaptionsSlice) =>
  captions.cues[lastStartedBy(captions.cues, media.time - captions.delay)]?.id;
