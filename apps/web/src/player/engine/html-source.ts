import type { Stream } from '@matinee/shared/media/stream';

import { holdLastFrame } from './adaptive-files.ts';
import type { EngineReports, LoadOptions, PlaybackError } from './engine.ts';
import { withoutFile } from './resolution.ts';
import { MEDIA_ERR_NETWORK, waitForRecovery } from './retry.ts';
import { createTrackPreferences } from './source.ts';
import type { AttachSource, TrackCommands, TrackControls } from './source.ts';

interface Loaded {
  readonly stream: Stream;
  readonly life: AbortController;
  readonly begunAt: number;
  /** The number of retries since the stream last played well. */
  waits: number;
  /** The browser has read the metadata of this file, now or at an earlier start. */
  hasLoaded: boolean;
  /** The video plays, or will play as soon as it can. Chromium pauses an element that fails, without a command. */
  isRunning: boolean;
  /** The source was interrupted and will restart; commands apply to the restart. */
  isPending: boolean;
  /**
   * The start position, applied once the element has metadata. It follows playback, because hls.js resets the element
   * when a decoder fails.
   */
  startAt: number;
  /** Undefined until the source has started. The source reads the preferences when it starts. */
  controls?: TrackControls;
}

interface HtmlSource {
  /** False for events of the element while its source is interrupted. */
  readonly isActive: () => boolean;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  /** Both return true when the video plays or will play. During an interruption they apply to the restart. */
  readonly play: () => boolean;
  readonly pause: () => boolean;
  /** Applies later when the element cannot seek yet. */
  readonly seek: (seconds: number) => void;
  readonly trackCommands: TrackCommands;
}

const HAVE_METADATA = 1;
/** After this much playback since its last start, a stream gets all its retries back. */
const PLAYED_WELL_SECONDS = 5;
const STALLED = { code: MEDIA_ERR_NETWORK, message: 'No data for ten seconds', hasStalled: true };
/** Another file of the same server would also fail. */
const NOT_OF_THIS_FILE = new Set<PlaybackError['key']>(['errorNetwork', 'errorServer']);

/** The current source of a `<video>`: its start, its retries and its end. */
export function createHtmlSource(
  video: HTMLVideoElement,
  reports: EngineReports,
  attach: AttachSource,
  signal: AbortSignal,
): HtmlSource {
  const preferences = createTrackPreferences(reports, () => loads.loaded()?.controls);
  const loads = createLoads(video, reports, (stream, options) =>
    attach(video, stream, { ...options, preferences: preferences.now, stalled }),
  );
  const { loaded, begin, unload } = loads;
  const recover = createSourceRecovery(video, reports, loads);
  follow(video, reports, { loaded, recover }, signal);
  function stalled() {
    const now = loaded();
    // A server may be slow before the stream has loaded for the first time.
    if (now?.hasLoaded && !now.isPending) void recover(now, STALLED);
  }

  return {
    isActive: () => loaded()?.isPending === false,
    load: (stream, options) => {
      unload();
      preferences.forgetTracks();
      begin(stream, options);
    },
    unload,
    play: () => {
      const now = loaded();
      if (now?.isPending) return (now.isRunning = true);
      video.play().catch(() => undefined);
      return !video.paused;
    },
    pause: () => {
      const now = loaded();
      if (now?.isPending) return (now.isRunning = false);
      video.pause();
      return !video.paused;
    },
    seek: (seconds) => seekIn(video, loaded(), seconds),
    trackCommands: preferences.trackCommands,
  };
}

type Options = Omit<Parameters<AttachSource>[2], 'preferences' | 'stalled'>;
type Loads = ReturnType<typeof createLoads>;
type Earlier = Pick<Loaded, 'waits' | 'hasLoaded'>;

function createLoads(
  video: HTMLVideoElement,
  reports: EngineReports,
  attach: (stream: Stream, options: Options) => void,
) {
  let loaded: Loaded | undefined;

  function begin(
    stream: Stream,
    { startAt, autoplay }: LoadOptions,
    { waits, hasLoaded }: Earlier = { waits: 0, hasLoaded: false },
  ) {
    const life = new AbortController();
    const initial = { begunAt: startAt, startAt, isRunning: autoplay, isPending: false };
    const next: Loaded = { ...initial, waits, hasLoaded, stream, life };
    loaded = next;
    attach(stream, {
      startAt,
      signal: life.signal,
      setControls: (controls) => void Object.assign(next, { controls }),
      isRunning: () => next.isRunning,
      restart: () => {
        if (loaded === next) restart(next);
      },
      report: reports.state,
      failed: (error) => {
        if (loaded === next) fail(next, error);
      },
    });
    // If the browser denies autoplay, the element stays paused and the start button shows.
    if (autoplay && loaded === next) video.play().catch(() => undefined);
  }

  /** Falls back to the next file of the stream, if it has one. */
  function fail(from: Loaded, error: PlaybackError) {
    const rest = NOT_OF_THIS_FILE.has(error.key)
      ? undefined
      : withoutFile(from.stream, video.currentSrc);
    if (rest) {
      restart({ ...from, stream: rest });
      reports.state({ remedy: 'quality' });
      return;
    }
    unload();
    reports.failed(error);
  }

  function unload() {
    if (!loaded) return;
    loaded.life.abort();
    loaded = undefined;
    release(video);
  }

  function restart(from: Loaded, earlier?: Earlier) {
    const autoplay = from.isPending ? from.isRunning : !video.paused;
    const how = { startAt: positionIn(video, from), autoplay };
    unload();
    reports.state({ time: how.startAt }, 'stalled');
    begin(from.stream, how, earlier);
  }

  return { loaded: () => loaded, begin, fail, unload, restart };
}

type Interruption = Pick<MediaError, 'code' | 'message'> & { readonly hasStalled?: boolean };
type Recover = (from: Loaded, broken: Interruption) => Promise<void>;

/** Retries a source after an interruption. */
function createSourceRecovery(
  video: HTMLVideoElement,
  reports: EngineReports,
  { fail, restart }: Loads,
): Recover {
  return async (from, { code, message, hasStalled = false }) => {
    from.startAt = positionIn(video, from);
    const hasPlayedWell = Math.abs(from.startAt - from.begunAt) > PLAYED_WELL_SECONDS;
    if (hasPlayedWell) from.waits = 0;
    from.isPending = true;
    const { life, waits, hasLoaded } = from;
    const failure = await waitForRecovery({
      code,
      message,
      url: video.currentSrc,
      canPlayType: (type) => video.canPlayType(type),
      onWait: (count) => {
        from.waits = count;
        reports.state({ time: from.startAt, retrying: true }, 'stalled');
      },
      signal: life.signal,
      waits,
      hasLoaded,
      hasPlayedWell,
      hasStalled,
    });
    if (life.signal.aborted) return;
    if (failure) return fail(from, failure);
    holdLastFrame(video);
    restart(from, from);
  };
}

/** Follows the element from the first metadata to an error. */
function follow(
  video: HTMLVideoElement,
  reports: EngineReports,
  { loaded, recover }: Pick<Loads, 'loaded'> & { readonly recover: Recover },
  signal: AbortSignal,
): void {
  const on = (name: string, handle: (now: Loaded) => void) =>
    video.addEventListener(
      name,
      () => {
        const now = loaded();
        if (now) handle(now);
      },
      { signal },
    );
  const noteRunning = (now: Loaded) => {
    if (!video.error) now.isRunning = !video.paused;
  };
  on('play', noteRunning);
  on('pause', noteRunning);
  const notePosition = (now: Loaded) => {
    if (!now.isPending && video.readyState >= HAVE_METADATA) now.startAt = video.currentTime;
  };
  on('timeupdate', notePosition);
  on('seeking', notePosition);
  on('loadedmetadata', (now) => {
    now.hasLoaded = true;
    // hls.js may have seeked to the live edge by now. Without a start position, playback stays there.
    if (now.startAt === 0 && now.begunAt === 0) return;
    // Safari ignores a time that is set before the metadata has loaded.
    if (Math.abs(video.currentTime - now.startAt) > 0.5) video.currentTime = now.startAt;
  });
  on('canplay', ({ waits }) => {
    if (waits > 0) reports.state({ retrying: false });
  });
  on('error', (now) => {
    // Without `video.error` the event belongs to a source that was released.
    if (video.error && !now.isPending) void recover(now, video.error);
  });
}

function seekIn(video: HTMLVideoElement, loaded: Loaded | undefined, seconds: number) {
  if (loaded && (loaded.isPending || video.readyState < HAVE_METADATA)) loaded.startAt = seconds;
  else video.currentTime = seconds;
}

/** The current time, or the start position while there is none. */
const positionIn = (video: HTMLVideoElement, { isPending, startAt }: Loaded) =>
  isPending || video.readyState < HAVE_METADATA ? startAt : video.currentTime;

function release(video: HTMLVideoElement) {
  video.removeAttribute('src');
  // Only `load()` releases the connection and the decoder.
  video.load();
}
