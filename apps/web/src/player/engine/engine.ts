import type { Quality, Stream } from '@matinee/shared/media/stream';

/** What the engine last said; nobody else writes it. Times are seconds of the medium. */
export interface MediaState {
  readonly paused: boolean;
  readonly time: number;
  readonly duration: number;
  /** End of the buffered range that the time lies in. */
  readonly buffered: number;
  readonly seeking: boolean;
  /** True once this stream has shown a moving picture. */
  readonly hasPlayed: boolean;
  /** 0-1; stays what it was while muted. */
  readonly volume: number;
  readonly muted: boolean;
  readonly rate: number;
  /** Which file is playing; undefined when the medium itself decides. */
  readonly quality: Quality | undefined;
}

/** How far the loaded stream has come. */
export type EnginePhase = 'loading' | 'ready' | 'stalled' | 'ended';

type PlaybackErrorKey =
  'errorAborted' | 'errorNetwork' | 'errorDecode' | 'errorNotSupported' | 'errorGenericMedia';

export interface PlaybackError {
  readonly errorName: string;
  readonly type: 'hls' | 'htmlvideo' | 'global';
  /** Names a text under `player.playbackError.errors`. */
  readonly key?: PlaybackErrorKey | undefined;
  readonly message?: string | undefined;
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
  /** Tells the medium's time at each picture shown, and at once. */
  readonly watchFrames: (onFrame: (time: number) => void) => () => void;
  readonly destroy: () => void;
}

/** An engine is made with its reports, so there is no emitter and nothing to unsubscribe. */
export type CreateEngine = (video: HTMLVideoElement, reports: EngineReports) => Engine;
