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

/** Fetches the code for playlists ahead of the first one, while a source is still being looked for. */
export async function preloadHls(): Promise<void> {
  // Nothing is lost when it fails: the first playlist asks again and reports it.
  await importHls().catch(() => undefined);
}

/** How a stream reaches the element: a file by its address, a playlist through hls.js, or natively (iPhone). */
export const attachSource: AttachSource = (video, stream, options) => {
  if (stream.type === 'hls') {
    void attachPlaylist(video, stream.playlist, options);
    return;
  }
  const file = adaptiveFiles.choose(stream, options.wishes().quality);
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
  attachAddress(video, file.url, options, (wish) => {
    if (adaptiveFiles.choose(stream, wish)?.quality === file.quality) return;
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

/** The browser alone knows what is behind an address: which quality it is can only be chosen by another one. */
function attachAddress(
  video: HTMLVideoElement,
  url: string,
  options: AttachOptions,
  chooseQuality: TrackControls['chooseQuality'] = () => undefined,
) {
  const { signal, report, steer, wishes } = options;
  const language = wishes().audioLanguage;
  const chooseAudio = followNativeAudio(video, { signal, language, report });
  const readCaption = readNativeCaptions(video, options);
  steer({ chooseQuality, chooseAudio, readCaption });
  followNativeLive(video, options);
  limitSilence(video, options);
  watchForHang(video, { signal, onHang: options.hung });
  video.src = url;
}

/** A server that accepts and then says nothing would otherwise spin for ever. */
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

/** How far browsers stay behind the newest picture of a playlist by themselves: three segments of six seconds. */
const HOLD_BACK_SECONDS = 18;

/** Tells the window of a live stream that the browser plays by itself. */
export function followNativeLive(
  video: HTMLVideoElement,
  { signal, report }: Pick<AttachOptions, 'signal' | 'report'>,
): void {
  const tell = () => {
    const { duration, seekable } = video;
    if (duration !== Infinity || seekable.length === 0) return;
    const start = seekable.start(0);
    const end = Math.max(start, seekable.end(seekable.length - 1) - HOLD_BACK_SECONDS);
    report({ live: { start, end } });
  };
  for (const event of ['durationchange', 'progress', 'timeupdate']) {
    video.addEventListener(event, tell, { signal });
  }
}
