const PLAYLIST_TYPE = 'application/x-mpegURL';

/** The part of hls.js that pauses while another screen plays. */
interface Loader {
  readonly startLoad: (at?: number) => void;
  readonly stopLoad: () => void;
}

/**
 * Lets Safari send a playlist to another screen. Without a second source Safari disables AirPlay for Media Source
 * Extensions (videojs/v10 #1862). The other screen fetches the playlist itself. Call the returned function when the
 * media source is open: before that, Safari would play the playlist natively.
 */
export function offerHlsAirPlay(
  hls: Loader,
  video: HTMLVideoElement,
  playlist: string,
  signal: AbortSignal,
): () => void {
  const url = URL.parse(playlist, video.ownerDocument.baseURI);
  const isReachable = url !== null && /^https?:$/.test(url.protocol);
  if (!isReachable || !('webkitShowPlaybackTargetPicker' in video)) return () => undefined;
  const source = video.ownerDocument.createElement('source');
  source.type = PLAYLIST_TYPE;
  source.src = url.href;
  let isWireless = false;

  video.addEventListener(
    'webkitcurrentplaybacktargetiswirelesschanged',
    () => {
      const isNow = Reflect.get(video, 'webkitCurrentPlaybackTargetIsWireless') === true;
      if (isNow === isWireless) return;
      isWireless = isNow;
      if (isWireless) hls.stopLoad();
      else hls.startLoad(video.currentTime);
    },
    { signal },
  );
  signal.addEventListener('abort', () => source.remove(), { once: true });
  return () => {
    if (signal.aborted) return;
    video.append(source);
    video.disableRemotePlayback = false;
  };
}
