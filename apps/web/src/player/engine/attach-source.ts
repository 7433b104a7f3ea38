import { createAdaptiveFiles, holdLastFrame } from './adaptive-files.ts';
import { checkDecoding, reportUndecoded } from './decode-check.ts';
import { watchForHang } from './hang.ts';
import { readMp4Tracks } from './mp4-tracks.ts';
import { followNativeAudio } from './native/audio-tracks.ts';
import { readNativeCaptions } from './native/text-tracks.ts';
import { fileQualities } from './resolution.ts';
import type { AttachOptions, AttachSource, TrackControls } from './source.ts';
import { fetchTsTracks } from './ts-tracks.ts';

const HLS_TYPE = 'application/vnd.apple.mpegurl';
const METADATA_LIMIT_MS = 30_000;

const adaptiveFiles = createAdaptiveFiles();

const importHls = () => import('./hls/hls.ts');

/** Prefetches the code for playlists while a source is still being resolved. */
export async function preloadHls(): Promise<void> {
  // Ignores a failure: the first playlist imports it again and reports the error.
  await importHls().catch(() => undefined);
}

/** Attaches a stream to the element: a file by its URL, a playlist through hls.js, or natively (iPhone). */
export const attachSource: AttachSource = (video, stream, options) => {
  if (stream.type === 'hls') {
    void attachPlaylist(video, stream.playlist, options);
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
  options.report({ qualities: fileQualities(stream.qualities), quality: file.quality });
  checkDecoding(video, {
    signal: options.signal,
    readTracks: async () =>
      (await readMp4Tracks(file.url, options.signal)) ?? fetchTsTracks(file.url, options.signal),
    onUndecoded: reportUndecoded(options),
  });
  attachAddress(video, file.url, options, (preference) => {
    if (adaptiveFiles.choose(stream, preference)?.quality === file.quality) return;
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
    else failed({ type: 'hls', errorName: 'HlsNotSupported', message: 'HLS is not supported' });
  } catch (error) {
    if (!signal.aborted) failed({ type: 'hls', errorName: 'HlsNotLoaded', message: String(error) });
  }
}

/** Plays a URL natively. The quality of a URL is fixed; another quality is another URL. */
function attachAddress(
  video: HTMLVideoElement,
  url: string,
  options: AttachOptions,
  chooseQuality: TrackControls['chooseQuality'] = () => undefined,
) {
  const { signal, report, setControls, preferences } = options;
  const language = preferences().audioLanguage;
  const chooseAudio = followNativeAudio(video, { signal, language, report });
  const readCaption = readNativeCaptions(video, options);
  setControls({ chooseQuality, chooseAudio, readCaption });
  followNativeLive(video, options);
  limitSilence(video, options);
  watchForHang(video, { signal, onHang: options.hung });
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
