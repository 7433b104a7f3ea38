import type { Stream } from '@matinee/shared/media/stream';

import type { MediaState, PlaybackError } from './engine.ts';
import { chooseFile } from './file-quality.ts';

export interface AttachOptions {
  readonly startAt: number;
  /** Ends this source: it detaches, and nothing of it reports any more. */
  readonly signal: AbortSignal;
  readonly report: (patch: Partial<MediaState>) => void;
  readonly failed: (error: PlaybackError) => void;
}

export type AttachSource = (
  video: HTMLVideoElement,
  stream: Stream,
  options: AttachOptions,
) => void;

const HLS_TYPE = 'application/vnd.apple.mpegurl';
const METADATA_LIMIT_MS = 30_000;

const importHls = () => import('./hls.ts');

/** Fetches the code for playlists ahead of the first one, while a source is still being looked for. */
export async function preloadHls(): Promise<void> {
  // Nothing is lost when it fails: the first playlist asks again and reports it.
  await importHls().catch(() => undefined);
}

/** How a stream reaches the element: a file by its address, a playlist through hls.js, or natively (iPhone). */
export const attachSource: AttachSource = (video, stream, options) => {
  if (stream.type === 'hls') {
    options.report({ quality: undefined });
    void attachPlaylist(video, stream.playlist, options);
    return;
  }
  const file = chooseFile(stream.qualities);
  if (!file) {
    options.failed({
      type: 'global',
      errorName: 'NoQuality',
      message: "couldn't select quality",
    });
    return;
  }
  options.report({ quality: file.quality });
  attachAddress(video, file.url, options);
};

async function attachPlaylist(video: HTMLVideoElement, url: string, options: AttachOptions) {
  const { signal, failed } = options;
  try {
    const { attachHls, isHlsSupported } = await importHls();
    if (signal.aborted) return;
    if (isHlsSupported()) attachHls(video, url, options);
    else if (video.canPlayType(HLS_TYPE)) attachAddress(video, url, options);
    else failed({ type: 'hls', errorName: 'HlsNotSupported', message: 'HLS is not supported' });
  } catch (error) {
    if (!signal.aborted) failed({ type: 'hls', errorName: 'HlsNotLoaded', message: String(error) });
  }
}

/** A server that accepts and then says nothing would otherwise spin for ever. */
function attachAddress(video: HTMLVideoElement, url: string, { signal, failed }: AttachOptions) {
  const timer = setTimeout(
    () => failed({ type: 'htmlvideo', errorName: 'MEDIA_ERR_NETWORK', key: 'errorNetwork' }),
    METADATA_LIMIT_MS,
  );
  const stop = () => clearTimeout(timer);
  video.addEventListener('loadedmetadata', stop, { signal });
  video.addEventListener('error', stop, { signal });
  signal.addEventListener('abort', stop, { once: true });
  video.src = url;
}
