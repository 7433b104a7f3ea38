import type { Quality, Stream } from '@matinee/shared/media/stream';

/** The height of a video by its usual name. Sources name only the first kind; playlists also have what lies between. */
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

/** The part of a live stream that can be played, in seconds of the medium. */
export interface LiveWindow {
  readonly start: number;
  /** Where a viewer is live: a few seconds before the newest picture, so that the buffer can grow. */
  readonly end: number;
}

/** What the engine last said; nobody else writes it. Times are seconds of the medium. */
export interface MediaState {
  readonly paused: boolean;
  readonly time: number;
  /** 0 where nobody knows it, and of a live stream. */
  readonly duration: number;
  /** Undefined for what has an end. */
  readonly live: LiveWindow | undefined;
  /** End of the buffered range that the time lies in. */
  readonly buffered: number;
  readonly seeking: boolean;
  /** True once this stream has shown a moving picture. */
  readonly hasPlayed: boolean;
  /** 0-1; stays what it was while muted. */
  readonly volume: number;
  readonly muted: boolean;
  readonly rate: number;
  /** What can be chosen, best first; empty when only the browser knows. */
  readonly qualities: readonly Resolution[];
  /** What is playing; undefined until it is known. */
  readonly quality: Resolution | undefined;
  readonly qualityPreference: QualityPreference;
  readonly audioTracks: readonly AudioTrack[];
  /** The id of the one that is heard. */
  readonly audioTrack: string | undefined;
  /** The language that was chosen last; it is looked for in each stream. */
  readonly audioLanguage: string | undefined;
  /** Captions that come with the medium, beside those of the stream. */
  readonly captionTracks: readonly InbandTextTrack[];
  /** The stream has broken off, and the engine tries it again by itself. */
  readonly retrying: boolean;
  /** The codec of a sound that this browser cannot decode; the picture plays without it. */
  readonly silentCodec: string | undefined;
  /** The player has helped itself: it left out a lost part, or took another file of the stream. */
  readonly remedy: 'skipped' | 'quality' | undefined;
  /** Another hand draws the captions, where ours would not be seen: the system's own player, a window, a television. */
  readonly drawsCaptions: boolean;
}

/** How far the loaded stream has come. */
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
  /** Now and for the streams to come: the nearest to it that they have. */
  readonly chooseQuality: (wish: QualityPreference) => void;
  readonly chooseAudio: (id: string) => void;
  /** For the streams to come. */
  readonly preferAudio: (language: string | undefined) => void;
  /** Reads one of the captions of the medium as it comes in; undefined ends it. */
  readonly readCaption: (reading: CueListener | undefined) => void;
  /** The same for the one at the top of the picture. */
  readonly readSecondCaption: (reading: CueListener | undefined) => void;
  /** What to draw where our own layer is not seen. */
  readonly showCaption: (caption: NativeCaption | undefined) => void;
  /** Tells the medium's time at each picture shown, and at once. */
  readonly onVideoFrame: (onFrame: (time: number) => void) => () => void;
  readonly destroy: () => void;
}

/** An engine is made with its reports, so there is no emitter and nothing to unsubscribe. */
export type CreateEngine = (video: HTMLVideoElement, reports: EngineReports) => Engine;

/** Captions that come with a medium, such as a rendition of a playlist. */
export interface InbandTextTrack {
  readonly id: string;
  /** What the medium calls it. */
  readonly label: string;
  /** A language tag in its canonical spelling; undefined when the medium does not say. */
  readonly language: string | undefined;
  /** Only what is foreign in the film itself. */
  readonly forced: boolean;
  readonly hearingImpaired: boolean;
}

/** A cue as WebVTT describes it; the browser's and the library's `VTTCue` both are one. */
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
  /** Of a `InbandTextTrack`. */
  readonly id: string;
  /** The next ones, as they come in: none twice, in no order; with the head of their file, where that has rules for colors. */
  readonly onCues: (cues: readonly RawCue[], head?: string) => void;
  readonly onFailure: () => void;
}

/** What is drawn where our own layer is not seen. Times are those of the medium, text is that of WebVTT. */
export interface NativeCaption {
  readonly language: string;
  readonly label: string;
  readonly cues: readonly RawCue[];
}

/** A small picture of the film near a second of it. */
export interface Thumbnail {
  /** Seconds. */
  readonly at: number;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Where it lies on a sheet of many, in pixels of the sheet. */
  readonly offset?: { readonly x: number; readonly y: number };
}
