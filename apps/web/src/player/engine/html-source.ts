import type { Stream } from '@matinee/shared/media/stream';

import { holdLastFrame } from './adaptive-files.ts';
import type { EngineReports, LoadOptions, PlaybackError } from './engine.ts';
import { withoutFile } from './resolution.ts';
import { MEDIA_ERR_NETWORK, recover } from './retry.ts';
import { createTrackPreferences } from './source.ts';
import type { AttachSource, TrackCommands, TrackControls } from './source.ts';

interface Loaded {
  readonly stream: Stream;
  readonly life: AbortController;
  readonly begunAt: number;
  /** Pauses before this start, since the stream last played well. */
  waits: number;
  /** The browser has read the head of this file, now or at an earlier start. */
  hasLoaded: boolean;
  /** It plays, or will as soon as it can. Chromium pauses an element that fails, and nobody has asked it to. */
  isRunning: boolean;
  /** It has broken off and will start anew: commands are kept for then. */
  isPending: boolean;
  /** Where to begin, until the element knows the medium and has gone there. */
  startAt: number;
  /** Until it is there the wishes are enough: they are read when the source begins. */
  steering?: TrackControls;
}

export interface HtmlSource {
  /** Whether events of the element count: those of a source that broke off do not. */
  readonly isHeard: () => boolean;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  /** Both are kept for later while a broken source waits to start anew. True when it plays, or will. */
  readonly play: () => boolean;
  readonly pause: () => boolean;
  /** Keeps a seek for later when the element cannot seek yet. */
  readonly seek: (seconds: number) => void;
  readonly choosing: TrackCommands;
}

const HAVE_METADATA = 1;
/** A stream that got this far since its last start has earned all retries anew. */
const PLAYED_WELL_SECONDS = 5;
const HUNG = { code: MEDIA_ERR_NETWORK, message: 'No data for ten seconds', hasHung: true };
/** Another file of the same server would not do better. */
const NOT_OF_THIS_FILE = new Set<PlaybackError['key']>(['errorNetwork', 'errorServer']);

/** The one source that a `<video>` has at a time: its start, its further chances and its end. */
export function createHtmlSource(
  video: HTMLVideoElement,
  reports: EngineReports,
  attach: AttachSource,
  signal: AbortSignal,
): HtmlSource {
  const wishes = createTrackPreferences(reports, () => starts.loaded()?.steering);
  const starts = createStarts(video, reports, (stream, options) =>
    attach(video, stream, { ...options, wishes: wishes.now, hung }),
  );
  const { loaded, begin, unload } = starts;
  const mend = createMending(video, reports, starts);
  follow(video, reports, { loaded, mend }, signal);
  function hung() {
    const now = loaded();
    // Before a stream has loaded for the first time its server may be slow.
    if (now?.hasLoaded && !now.isPending) void mend(now, HUNG);
  }

  return {
    isHeard: () => loaded()?.isPending === false,
    load: (stream, options) => {
      unload();
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
    choosing: wishes.choosing,
  };
}

type Options = Omit<Parameters<AttachSource>[2], 'wishes' | 'hung'>;
type Starts = ReturnType<typeof createStarts>;
type Earlier = Pick<Loaded, 'waits' | 'hasLoaded'>;

/** Begins, ends and begins anew. */
function createStarts(
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
    const begun = { begunAt: startAt, startAt, isRunning: autoplay, isPending: false };
    const next: Loaded = { ...begun, waits, hasLoaded, stream, life };
    loaded = next;
    attach(stream, {
      startAt,
      signal: life.signal,
      steer: (steering) => void Object.assign(next, { steering }),
      restart: () => {
        if (loaded === next) restart(next);
      },
      report: reports.state,
      failed: (error) => {
        if (loaded === next) fail(next, error);
      },
    });
    // A refusal leaves the element paused, and the start button says so.
    if (autoplay && loaded === next) video.play().catch(() => undefined);
  }

  /** A ladder goes on with its next file, as long as it has one. */
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
    const how = { startAt: placeIn(video, from), autoplay };
    unload();
    reports.state({ time: how.startAt }, 'stalled');
    begin(from.stream, how, earlier);
  }

  return { loaded: () => loaded, begin, fail, unload, restart };
}

type Broken = Pick<MediaError, 'code' | 'message'> & { readonly hasHung?: boolean };
type Mend = (from: Loaded, broken: Broken) => Promise<void>;

/** Gives a source whose connection has broken off another chance. */
function createMending(
  video: HTMLVideoElement,
  reports: EngineReports,
  { fail, restart }: Starts,
): Mend {
  return async (from, { code, message, hasHung = false }) => {
    const hasPlayedWell = Math.abs(video.currentTime - from.begunAt) > PLAYED_WELL_SECONDS;
    if (hasPlayedWell) from.waits = 0;
    from.startAt = placeIn(video, from);
    from.isPending = true;
    const { life, waits, hasLoaded } = from;
    const failure = await recover({
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
      hasHung,
    });
    if (life.signal.aborted) return;
    if (failure) return fail(from, failure);
    holdLastFrame(video);
    restart(from, from);
  };
}

/** Follows the element from its first byte to the break of its connection. */
function follow(
  video: HTMLVideoElement,
  reports: EngineReports,
  { loaded, mend }: Pick<Starts, 'loaded'> & { readonly mend: Mend },
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
  on('loadedmetadata', (now) => {
    now.hasLoaded = true;
    // hls.js may have gone to the edge of a live playlist by now, which stays where no place was asked for.
    if (now.startAt === 0 && now.begunAt === 0) return;
    // Safari ignores a time that is set before the metadata is in, so the first seek waits for it.
    if (Math.abs(video.currentTime - now.startAt) > 0.5) video.currentTime = now.startAt;
  });
  on('canplay', ({ waits }) => {
    if (waits > 0) reports.state({ retrying: false });
  });
  on('error', (now) => {
    // Without an error it is the late echo of a source that has been let go.
    if (video.error && !now.isPending) void mend(now, video.error);
  });
}

function seekIn(video: HTMLVideoElement, loaded: Loaded | undefined, seconds: number) {
  if (loaded && (loaded.isPending || video.readyState < HAVE_METADATA)) loaded.startAt = seconds;
  else video.currentTime = seconds;
}

/** Where it is, or where it will begin. */
const placeIn = (video: HTMLVideoElement, { isPending, startAt }: Loaded) =>
  isPending || video.readyState < HAVE_METADATA ? startAt : video.currentTime;

function release(video: HTMLVideoElement) {
  video.removeAttribute('src');
  // Only this lets go of the connection and the decoder.
  video.load();
}
