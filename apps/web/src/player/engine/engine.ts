import type { Quality, Stream } from '@matinee/shared/media/stream';

/** The usual name of a video height. Sources use `Quality`; playlists also have heights in between. */
export type Resolution = Quality | '1440' | '240';

/** `auto`: the engine decides; `auto-4k`: it may also choose the largest files. */
export type AutoQuality = 'auto' | 'auto-4k';
export type QualityPreference = Resolution | AutoQuality;

export interface AudioTrack {
  readonly id: string;
  /** A language tag in its canonical spelling; undefined when the medium does not say. */
  readonly language: string | undefined;
  /** The name that the medium gives it. */
  readonly label: string;
}

/** The playable window of a live stream, in media time. */
export interface LiveWindow {
  readonly start: number;
  /** The live position: a few seconds before the newest frame, so that the buffer can grow. */
  readonly end: number;
}

/** The last report of the engine. Only the engine writes it. Times are seconds of media time. */
export interface MediaState {
  readonly paused: boolean;
  readonly time: number;
  /** 0 while unknown, and for a live stream. */
  readonly duration: number;
  /** Undefined for streams with an end. */
  readonly live: LiveWindow | undefined;
  /** End of the buffered range that contains `time`. */
  readonly buffered: number;
  readonly seeking: boolean;
  /** True once this stream has shown a moving video. */
  readonly hasPlayed: boolean;
  /** 0-1; keeps its value while muted. */
  readonly volume: number;
  readonly muted: boolean;
  readonly rate: number;
  /** Best first. Empty when only the browser knows them. */
  readonly qualities: readonly Resolution[];
  /** The file's own quality, if the server encodes the others; undefined otherwise. */
  readonly original: Resolution | undefined;
  /** The quality that plays; undefined until it is known. */
  readonly quality: Resolution | undefined;
  /** Bits per second, on average; undefined while unknown. */
  readonly bitRate: number | undefined;
  readonly qualityPreference: QualityPreference;
  readonly audioTracks: readonly AudioTrack[];
  /** The id of the active track. */
  readonly audioTrack: string | undefined;
  /** The language of the last choice, preferred in each stream. */
  readonly audioLanguage: string | undefined;
  /** In-band captions, in addition to the stream's. */
  readonly captionTracks: readonly InbandTextTrack[];
  /** The stream was interrupted, and the engine retries it. */
  readonly retrying: boolean;
  /** The codec of the sound that this browser cannot decode; the video plays without it. */
  readonly silentCodec: string | undefined;
  /** The last automatic recovery: a skipped segment, or another file of the stream. */
  readonly remedy: 'skipped' | 'quality' | undefined;
  /** The system's player, a window or a television draws the captions, because the page is not visible. */
  readonly drawsCaptions: boolean;
}

export type EnginePhase = 'loading' | 'ready' | 'stalled' | 'ended';

type PlaybackErrorKey =
  | 'errorAborted'
  | 'errorNetwork'
  | 'errorDecode'
  | 'errorNotSupported'
  | 'errorGenericMedia'
  | 'errorForbidden'
  | 'errorMissing'
  | 'errorServer'
  | 'errorBusy'
  | 'errorCors'
  | 'errorNotVideo'
  | 'errorNotPlaylist'
  | 'errorParts'
  | 'errorNoPicture'
  | 'errorNoSound'
  | 'errorNoDecoder'
  | 'errorNoQuality';

export interface PlaybackError {
  readonly errorName: string;
  readonly type: 'hls' | 'htmlvideo' | 'global';
  /** Names a text under `player.playbackError.errors`. */
  readonly key?: PlaybackErrorKey | undefined;
  readonly message?: string | undefined;
  /** The codec that this browser cannot decode. */
  readonly codec?: string | undefined;
}

/** The change of state that an event of the element or the television reports. */
export interface MediaReport {
  readonly media: Partial<MediaState>;
  readonly phase?: EnginePhase;
}

export interface EngineReports {
  readonly state: (patch: Partial<MediaState>, phase?: EnginePhase) => void;
  readonly failed: (error: PlaybackError) => void;
}

export interface LoadOptions {
  readonly startAt: number;
  readonly autoplay: boolean;
}

export interface Engine {
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setVolume: (volume: number, muted: boolean) => void;
  readonly setRate: (rate: number) => void;
  /** Applies to this stream and to later ones; each plays the nearest quality that it has. */
  readonly chooseQuality: (preference: QualityPreference) => void;
  readonly chooseAudio: (id: string) => void;
  /** Applies to later streams. */
  readonly preferAudio: (language: string | undefined) => void;
  /** Sends the cues of one in-band track to the listener. Undefined stops this. */
  readonly readCaption: (reading: CueListener | undefined) => void;
  /** Does the same for the track at the top of the video. */
  readonly readSecondCaption: (reading: CueListener | undefined) => void;
  /** Sets the captions that are drawn where the page is not visible. */
  readonly showCaption: (caption: NativeCaption | undefined) => void;
  /** Calls back with the media time of each video frame, and once immediately. */
  readonly onVideoFrame: (onFrame: (time: number) => void) => () => void;
  readonly destroy: () => void;
}

/** Engines receive their reports at creation, so there is no emitter to unsubscribe from. */
export type CreateEngine = (video: HTMLVideoElement, reports: EngineReports) => Engine;

/** A text track inside the medium, such as a rendition of a playlist. */
export interface InbandTextTrack {
  readonly id: string;
  /** The name that the medium gives it. */
  readonly label: string;
  /** A language tag in its canonical spelling; undefined when the medium does not say. */
  readonly language: string | undefined;
  /** Translates only dialogue in a foreign language. */
  readonly forced: boolean;
  /** The medium shows this track by default when captions are on. */
  readonly isDefault?: boolean | undefined;
  readonly hearingImpaired: boolean;
}

/** A cue in WebVTT terms. The `VTTCue` of browsers and the one of media-captions both match this type. */
export interface RawCue {
  readonly startTime: number;
  readonly endTime: number;
  readonly text: string;
  readonly line?: number | 'auto' | undefined;
  readonly lineAlign?: string | undefined;
  readonly snapToLines?: boolean | undefined;
  readonly position?: number | 'auto' | undefined;
  readonly positionAlign?: string | undefined;
  readonly align?: string | undefined;
  readonly vertical?: string | undefined;
}

export interface CueListener {
  /** The id of an `InbandTextTrack`. */
  readonly id: string;
  /** Receives new cues, each once and in any order. `head` is the start of their file if it has style rules. */
  readonly onCues: (cues: readonly RawCue[], head?: string) => void;
  readonly onFailure: () => void;
}

/** Captions for players outside the page. Times are media time, text is WebVTT. */
export interface NativeCaption {
  readonly language: string;
  readonly label: string;
  readonly cues: readonly RawCue[];
}

/** A still image of the video near one second. */
export interface Thumbnail {
  /** Seconds. */
  readonly at: number;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Its position on a sprite sheet, in pixels of the sheet. */
  readonly offset?: { readonly x: number; readonly y: number };
}
