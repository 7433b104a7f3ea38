import type { Stream } from '@matinee/shared/media/stream';

import type { EngineReports, LoadOptions, PlaybackError } from './engine.ts';
import { isWorthRetrying, mediaError } from './media-error.ts';
import type { AttachSource, Steering } from './source.ts';
import { createWishes } from './wishes.ts';
import type { Choosing } from './wishes.ts';

interface Loaded {
  readonly stream: Stream;
  readonly life: AbortController;
  readonly begunAt: number;
  /** Where to begin, until the element knows the medium and has gone there. */
  startAt: number;
  /** Until it is there the wishes are enough: they are read when the source begins. */
  steering?: Steering;
}

export interface SourceSlot {
  readonly isLoaded: () => boolean;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  /** Keeps a seek for later when the element cannot seek yet. */
  readonly seek: (seconds: number) => void;
  readonly choosing: Choosing;
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
  const wishes = createWishes(reports, () => loaded?.steering);

  function begin(stream: Stream, { startAt, autoplay }: LoadOptions) {
    const next: Loaded = { stream, life: new AbortController(), begunAt: startAt, startAt };
    loaded = next;
    attach(video, stream, {
      startAt,
      signal: next.life.signal,
      wishes: wishes.now,
      steer: (steering) => void Object.assign(next, { steering }),
      restart: () => {
        if (loaded === next) restart(next);
      },
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
    if (isRetryDue(video.error, Math.abs(video.currentTime - loaded.begunAt))) restart(loaded);
    else fail(mediaError(video.error));
  }

  function restart(from: Loaded) {
    const how = { startAt: placeIn(video, from), autoplay: !video.paused };
    unload();
    reports.state({ time: how.startAt }, 'stalled');
    begin(from.stream, how);
  }

  video.addEventListener('loadedmetadata', () => goToStart(video, loaded), { signal });
  video.addEventListener('error', onError, { signal });

  return {
    isLoaded: () => loaded !== undefined,
    load: (stream, options) => {
      unload();
      begin(stream, options);
    },
    unload,
    seek: (seconds) => seekIn(video, loaded, seconds),
    choosing: wishes.choosing,
  };
}

/** Safari ignores a time that is set before the metadata is in, so the first seek waits for it. */
function goToStart(video: HTMLVideoElement, loaded: Loaded | undefined) {
  if (!loaded) return;
  if (Math.abs(video.currentTime - loaded.startAt) > 0.5) video.currentTime = loaded.startAt;
}

function seekIn(video: HTMLVideoElement, loaded: Loaded | undefined, seconds: number) {
  if (loaded && video.readyState < HAVE_METADATA) loaded.startAt = seconds;
  else video.currentTime = seconds;
}

/** Where it is, or where it will begin. */
const placeIn = (video: HTMLVideoElement, { startAt }: Loaded) =>
  video.readyState < HAVE_METADATA ? startAt : video.currentTime;

const isRetryDue = (error: MediaError, secondsSinceStart: number) =>
  secondsSinceStart > EARNED_RETRY_SECONDS && isWorthRetrying(error);

function release(video: HTMLVideoElement) {
  video.removeAttribute('src');
  // Only this lets go of the connection and the decoder.
  video.load();
}
