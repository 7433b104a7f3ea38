import type { CreateEngine, Engine, EngineReports, MediaReport } from './engine.ts';
import { onVideoFrame } from './on-video-frame.ts';
import { createHtmlSource } from './html-source.ts';
import { createNativeCaptions } from './native/captions.ts';
import { bufferedEnd, wantedAudio } from './source.ts';
import type { AttachSource, AttachOptions, TrackControls } from './source.ts';
import { createAdaptiveFiles, holdLastFrame } from './adaptive-files.ts';
import { checkDecoding, reportUndecoded } from './decode-check.ts';
import { watchForStall } from './stall-detection.ts';
import { createLowerQualities, qualitiesOf } from './lower-qualities.ts';
import { readMp4Tracks } from './mp4-tracks.ts';
import { followNativeAudio } from './native/audio-tracks.ts';
import { followBitRate } from './native/bit-rate.ts';
import { readNativeCaptions } from './native/text-tracks.ts';
import { fetchTsTracks } from './ts-tracks.ts';

export const createHtmlEngine: CreateEngine = (video, reports) =>
  htmlEngine(video, reports, attachSource);

/** The engine for a `<video>`; `attach` connects a source to the element. */
export function htmlEngine(
  video: HTMLVideoElement,
  reports: EngineReports,
  attach: AttachSource,
): Engine {
  const life = new AbortController();
  const source = createHtmlSource(video, reports, attach, life.signal);
  const native = createNativeCaptions(video, reports.state, life.signal);

  for (const [name, describe] of Object.entries(MEDIA_EVENTS)) {
    const onEvent = () => {
      const { media, phase } = describe(video);
      if (source.isActive()) reports.state(media, phase);
    };
    video.addEventListener(name, onEvent, { signal: life.signal });
  }

  return {
    load: source.load,
    unload: source.unload,
    // Commands report their effect at once; the element's own event follows and may correct it.
    play: () => reports.state({ paused: !source.play() }),
    pause: () => reports.state({ paused: !source.pause() }),
    seek: (seconds) => {
      source.seek(seconds);
      reports.state({ time: seconds });
    },
    setVolume: (volume, muted) => {
      video.volume = volume;
      video.muted = muted;
      reports.state({ volume, muted });
    },
    setRate: (rate) => {
      // Keeps the pitch of voices at every rate.
      video.preservesPitch = true;
      // A new source resets the rate to the default rate.
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
      reports.state({ rate });
    },
    ...source.trackCommands,
    showCaption: native.show,
    onVideoFrame: (onFrame) => onVideoFrame(video, onFrame),
    destroy: () => {
      source.unload();
      life.abort();
    },
  };
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

const time = (video: MediaProperties): MediaReport => ({
  media: { time: video.currentTime, buffered: bufferedEnd(video) },
});

const running = (video: MediaProperties): MediaReport => ({
  media: { time: video.currentTime, paused: video.paused },
  // A stream that has ended becomes ready again after a seek back.
  ...(video.ended || video.readyState < HAVE_FUTURE_DATA ? {} : { phase: 'ready' as const }),
});

/** Maps event names to reports. Each reads the element, so late events report the current state. */
const MEDIA_EVENTS: Readonly<Record<string, (video: MediaProperties) => MediaReport>> = {
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

const HLS_TYPE = 'application/vnd.apple.mpegurl';
const METADATA_LIMIT_MS = 30_000;

const adaptiveFiles = createAdaptiveFiles();
const lowerQualities = createLowerQualities();

const importHls = () => import('./hls/hls.ts');

/** Prefetches the code for playlists while a source is still being resolved. */
export async function preloadHls(): Promise<void> {
  // Ignores a failure: the first playlist imports it again and reports the error.
  await importHls().catch(() => undefined);
}

/** Attaches a stream to the element: a file by its URL, a playlist through hls.js or natively (iPhone). */
export const attachSource: AttachSource = (video, stream, options) => {
  if (stream.type === 'hls') {
    void attachPlaylist(video, stream.playlist, options);
    return;
  }
  const lower = lowerQualities.choose(video, stream, options);
  if (lower) {
    options.report({ ...qualitiesOf(stream), quality: lower.quality });
    const inside = lowerQualities.optionsFor(lower.quality, { video, stream, options });
    void attachPlaylist(video, lower.url, inside);
    return;
  }
  const file = adaptiveFiles.choose(stream, options.preferences().quality);
  if (!file) {
    options.failed({
      type: 'global',
      errorName: 'NoQuality',
      key: 'errorNoQuality',
      message: "couldn't select quality",
    });
    return;
  }
  options.report({ ...qualitiesOf(stream), quality: file.quality });
  checkDecoding(video, {
    signal: options.signal,
    readTracks: async () =>
      (await readMp4Tracks(file.url, options.signal)) ?? fetchTsTracks(file.url, options.signal),
    onUndecoded: reportUndecoded(options),
  });
  attachAddress(video, file.url, options, (preference) => {
    lowerQualities.retry(stream);
    const isOther = lowerQualities.choose(video, stream, options) !== undefined;
    if (!isOther && adaptiveFiles.choose(stream, preference)?.quality === file.quality) return;
    holdLastFrame(video);
    options.restart();
  });
  if (options.isFrugal || file.quality === 'unknown') return;
  adaptiveFiles.follow(video, stream, file.quality, options);
};

async function attachPlaylist(video: HTMLVideoElement, url: string, options: AttachOptions) {
  const { signal, failed } = options;
  try {
    const { attachHls, isHlsSupported } = await importHls();
    if (signal.aborted) return;
    if (isHlsSupported()) attachHls(video, url, options);
    else if (video.canPlayType(HLS_TYPE)) attachAddress(video, url, options);
    else failed({ type: 'hls', errorName: 'HlsNotSupported', message: "HLS isn't supported" });
  } catch (error) {
    if (!signal.aborted) failed({ type: 'hls', errorName: 'HlsNotLoaded', message: String(error) });
  }
}

/** Plays a URL natively. The quality of a URL is fixed; another quality has another URL. */
function attachAddress(
  video: HTMLVideoElement,
  url: string,
  options: AttachOptions,
  chooseQuality: TrackControls['chooseQuality'] = () => undefined,
) {
  const { signal, report, setControls, preferences } = options;
  const wanted = wantedAudio(preferences());
  const chooseAudio = followNativeAudio(video, { signal, wanted, report });
  const readCaption = readNativeCaptions(video, options);
  setControls({ chooseQuality, chooseAudio, readCaption });
  followNativeLive(video, options);
  followBitRate(video, options);
  limitSilence(video, options);
  watchForStall(video, { signal, onStall: options.stalled });
  video.src = url;
}

/** Limits the wait for a server that accepts the connection and sends nothing. */
function limitSilence(video: HTMLVideoElement, { signal, failed }: AttachOptions) {
  const timer = setTimeout(
    () => failed({ type: 'htmlvideo', errorName: 'MEDIA_ERR_NETWORK', key: 'errorNetwork' }),
    METADATA_LIMIT_MS,
  );
  const stop = () => clearTimeout(timer);
  video.addEventListener('loadedmetadata', stop, { signal });
  video.addEventListener('error', stop, { signal });
  signal.addEventListener('abort', stop, { once: true });
}

/** Browsers stay this far behind the live edge of a playlist by default: three segments of six seconds. */
const HOLD_BACK_SECONDS = 18;

/** Reports the window of a live stream that the browser plays natively. */
export function followNativeLive(
  video: HTMLVideoElement,
  { signal, report }: Pick<AttachOptions, 'signal' | 'report'>,
): void {
  const update = () => {
    const { duration, seekable } = video;
    if (duration !== Infinity || seekable.length === 0) return;
    const start = seekable.start(0);
    const end = Math.max(start, seekable.end(seekable.length - 1) - HOLD_BACK_SECONDS);
    report({ live: { start, end } });
  };
  for (const event of ['durationchange', 'progress', 'timeupdate']) {
    video.addEventListener(event, update, { signal });
  }
}
