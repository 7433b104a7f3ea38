// Captures thumbnails of a stream with a separate video element, at the lowest quality of the stream.
import type { Stream } from '@matinee/shared/media/stream';

import { attachSource } from './html.ts';
import type { Thumbnail } from './engine.ts';
import type { AttachSource, TrackPreferences } from './source.ts';

/** Twice the height at which thumbnails are shown. */
const THUMBNAIL_HEIGHT = 192;
const STEP_LIMIT_MS = 20_000;
/** The last moment of a video has no frame. */
const BEFORE_END_SECONDS = 0.2;

export interface CaptureOptions {
  readonly signal: AbortSignal;
  /** Waits until the buffer of the main video is full; rejects when the signal ends. */
  readonly untilIdle: () => Promise<void>;
  /** The receiver revokes the object URL. */
  readonly onThumbnail: (image: Thumbnail) => void;
  readonly attach?: AttachSource;
}

/** Resolves when all thumbnails are captured. Rejects when the stream cannot be drawn or the signal aborts. */
export async function captureThumbnails(stream: Stream, options: CaptureOptions): Promise<void> {
  const { signal, untilIdle, onThumbnail } = options;
  const life = new AbortController();
  const video = silentVideo();
  try {
    const duration = await open(video, stream, { ...options, life: life.signal });
    for (const position of thumbnailPositions()) {
      await untilIdle();
      const at = Math.max(0, Math.min(position * duration, duration - BEFORE_END_SECONDS));
      const seeked = happening(video, 'seeked', signal);
      video.currentTime = at;
      await seeked;
      const image = await draw(video);
      signal.throwIfAborted();
      onThumbnail({ at, ...image, url: URL.createObjectURL(image.blob) });
    }
  } finally {
    life.abort();
    video.removeAttribute('src');
    video.load();
  }
}

function silentVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  // A cross-origin video without CORS can be shown, but not drawn.
  video.crossOrigin = 'anonymous';
  return video;
}

async function open(
  video: HTMLVideoElement,
  stream: Stream,
  { attach = attachSource, signal, life }: CaptureOptions & { life: AbortSignal },
): Promise<number> {
  const ready = happening(video, 'loadedmetadata', signal);
  const broken = Promise.withResolvers<never>();
  const quality: TrackPreferences['quality'] = stream.type === 'hls' ? '240' : '360';
  attach(video, stream, {
    startAt: 0,
    signal: life,
    isFrugal: true,
    preferences: () => ({ quality, audioLanguage: undefined }),
    setControls: () => undefined,
    restart: () => undefined,
    isRunning: () => false,
    stalled: () => undefined,
    report: () => undefined,
    failed: ({ errorName }) => broken.reject(new Error(errorName)),
  });
  await Promise.race([ready, broken.promise]);
  if (!Number.isFinite(video.duration)) throw new Error('A live stream has no thumbnails');
  return video.duration;
}

/** Rejects when the element fails, the time limit passes or the signal aborts. */
async function happening(
  video: HTMLVideoElement,
  event: string,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = new AbortController();
  const timer = setTimeout(
    () => reject(new Error(`Timed out waiting for ${event}`)),
    STEP_LIMIT_MS,
  );
  video.addEventListener(event, () => resolve(), { signal: done.signal });
  video.addEventListener('error', () => reject(new Error("The video can't be read")), {
    signal: done.signal,
  });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
  try {
    signal.throwIfAborted();
    await promise;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

async function draw(video: HTMLVideoElement) {
  const height = Math.min(THUMBNAIL_HEIGHT, video.videoHeight);
  const width = Math.round((video.videoWidth * height) / video.videoHeight);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.7);
  });
  if (!blob) throw new Error("The video can't be drawn");
  return { width, height, blob };
}

const LAYERS = 6;

/** Fractions of the duration: both ends, then the middle of each gap, layer by layer. */
export function thumbnailPositions(): readonly number[] {
  const layers = Array.from({ length: LAYERS }, (_, layer) =>
    Array.from({ length: 2 ** layer }, (_gap, at) => (2 * at + 1) / 2 ** (layer + 1)),
  );
  return [0, 1, ...layers.flat()];
}
