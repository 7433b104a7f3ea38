import type { Stream } from '@matinee/shared/media/stream';

import type { AttachSource } from './attach-source.ts';
import type { EngineReports, LoadOptions, PlaybackError } from './engine.ts';
import { isWorthRetrying, mediaError } from './media-error.ts';

interface Loaded {
  readonly stream: Stream;
  readonly life: AbortController;
  readonly begunAt: number;
  /** Where to begin, until the element knows the medium and has gone there. */
  startAt: number;
}

export interface SourceSlot {
  readonly isLoaded: () => boolean;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  /** Keeps a seek for later when the element cannot seek yet. */
  readonly seek: (seconds: number) => void;
}

const HAVE_METADATA = 1;
/** A stream that got this far since its last start has earned another one; one that breaks at once has not. */
const EARNED_RETRY_SECONDS = 5;

/** The one source that a `<video>` has at a time: its start, its second chance and its end. */
export function createSourceSlot(
  video: HTMLVideoElement,
  reports: EngineReports,
  attach: AttachSource,
  signal: AbortSignal,
): SourceSlot {
  let loaded: Loaded | undefined;

  function begin(stream: Stream, { startAt, autoplay }: LoadOptions) {
    const next = { stream, life: new AbortController(), begunAt: startAt, startAt };
    loaded = next;
    attach(video, stream, {
      startAt,
      signal: next.life.signal,
      report: reports.state,
      failed: (error) => {
        if (loaded === next) fail(error);
      },
    });
    // A refusal leaves the element paused, and the start button says so.
    if (autoplay && loaded === next) video.play().catch(() => undefined);
  }

  function fail(error: PlaybackError) {
    unload();
    reports.failed(error);
  }

  function unload() {
    if (!loaded) return;
    loaded.life.abort();
    loaded = undefined;
    release(video);
  }

  function onError() {
    // Without an error it is the late echo of a source that has been let go.
    if (!loaded || !video.error) return;
    const { stream, begunAt } = loaded;
    const startAt = video.currentTime;
    if (!isRetryDue(video.error, Math.abs(startAt - begunAt))) return fail(mediaError(video.error));
    const autoplay = !video.paused;
    unload();
    reports.state({ time: startAt }, 'stalled');
    begin(stream, { startAt, autoplay });
  }

  /** Safari ignores a time that is set before the metadata is in, so the first seek waits for it. */
  function goToStart() {
    if (!loaded) return;
    if (Math.abs(video.currentTime - loaded.startAt) > 0.5) video.currentTime = loaded.startAt;
  }

  video.addEventListener('loadedmetadata', goToStart, { signal });
  video.addEventListener('error', onError, { signal });

  return {
    isLoaded: () => loaded !== undefined,
    load: (stream, options) => {
      unload();
      begin(stream, options);
    },
    unload,
    seek: (seconds) => {
      if (loaded && video.readyState < HAVE_METADATA) loaded.startAt = seconds;
      else video.currentTime = seconds;
    },
  };
}

const isRetryDue = (error: MediaError, secondsSinceStart: number) =>
  secondsSinceStart > EARNED_RETRY_SECONDS && isWorthRetrying(error);

function release(video: HTMLVideoElement) {
  video.removeAttribute('src');
  // Only this lets go of the connection and the decoder.
  video.load();
}
