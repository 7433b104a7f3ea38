import type { EnginePhase, MediaState } from './engine.ts';

export interface MediaReport {
  readonly media: Partial<MediaState>;
  readonly phase?: EnginePhase;
}

/** The properties of a `<video>` that the table reads. */
type MediaProperties = Pick<
  HTMLVideoElement,
  | 'paused'
  | 'currentTime'
  | 'duration'
  | 'buffered'
  | 'volume'
  | 'muted'
  | 'playbackRate'
  | 'readyState'
  | 'ended'
>;

const HAVE_FUTURE_DATA = 3;

const finite = (seconds: number) => (Number.isFinite(seconds) ? seconds : 0);

/** The end of the last range that starts before `currentTime`. */
export function bufferedEnd({
  buffered,
  currentTime,
}: Pick<MediaProperties, 'buffered' | 'currentTime'>): number {
  for (let index = buffered.length - 1; index >= 0; index -= 1) {
    if (buffered.start(index) <= currentTime) return buffered.end(index);
  }
  return 0;
}

const time = (video: MediaProperties): MediaReport => ({
  media: { time: video.currentTime, buffered: bufferedEnd(video) },
});

const running = (video: MediaProperties): MediaReport => ({
  media: { time: video.currentTime, paused: video.paused },
  // A pause or a seek after the end is no end any more.
  ...(video.ended || video.readyState < HAVE_FUTURE_DATA ? {} : { phase: 'ready' as const }),
});

/** Maps event names to reports. Each reads the element, so late events report the current state. */
export const MEDIA_EVENTS: Readonly<Record<string, (video: MediaProperties) => MediaReport>> = {
  durationchange: (video) => ({ media: { duration: finite(video.duration) } }),
  loadedmetadata: (video) => ({ media: { duration: finite(video.duration) } }),
  canplay: running,
  play: running,
  pause: running,
  playing: (video) => ({
    media: { time: video.currentTime, paused: false, hasPlayed: true },
    phase: 'ready',
  }),
  waiting: (video) => ({
    media: { time: video.currentTime },
    ...(video.readyState < HAVE_FUTURE_DATA ? { phase: 'stalled' as const } : {}),
  }),
  seeking: (video) => ({ media: { seeking: true, time: video.currentTime } }),
  seeked: (video) => ({
    media: { seeking: false, time: video.currentTime },
    ...(video.ended || video.readyState < HAVE_FUTURE_DATA ? {} : { phase: 'ready' as const }),
  }),
  timeupdate: time,
  progress: (video) => ({ media: { buffered: bufferedEnd(video) } }),
  ratechange: (video) => ({ media: { rate: video.playbackRate } }),
  volumechange: (video) => ({ media: { volume: video.volume, muted: video.muted } }),
  ended: (video) =>
    video.ended
      ? { media: { paused: true, time: video.currentTime }, phase: 'ended' }
      : { media: {} },
};
