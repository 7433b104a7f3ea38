/**
 * Calls back with the time of each video frame. Browsers without `requestVideoFrameCallback` use animation frames
 * during playback. A paused video costs nothing either way.
 */
export function onVideoFrame(video: HTMLVideoElement, onFrame: (time: number) => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  // A paused frame may start a little before the requested time; the requested time counts.
  const now = () => onFrame(video.currentTime);
  video.addEventListener('seeked', now, { signal });
  video.addEventListener('pause', now, { signal });
  if ('requestVideoFrameCallback' in video) followPictures(video, onFrame, signal);
  else followAnimationFrames(video, onFrame, signal);
  now();
  return () => life.abort();
}

function followPictures(
  video: HTMLVideoElement,
  onFrame: (time: number) => void,
  signal: AbortSignal,
) {
  let handle = 0;
  const shown = (_now: number, { mediaTime }: { mediaTime: number }) => {
    if (!video.paused) onFrame(mediaTime);
    handle = video.requestVideoFrameCallback(shown);
  };
  handle = video.requestVideoFrameCallback(shown);
  signal.addEventListener('abort', () => video.cancelVideoFrameCallback(handle));
}

function followAnimationFrames(
  video: Pick<HTMLVideoElement, 'paused' | 'currentTime' | 'addEventListener'>,
  onFrame: (time: number) => void,
  signal: AbortSignal,
) {
  let handle = 0;
  const tick = () => {
    onFrame(video.currentTime);
    handle = video.paused ? 0 : requestAnimationFrame(tick);
  };
  const start = () => {
    if (handle === 0) tick();
  };
  video.addEventListener('playing', start, { signal });
  if (!video.paused) start();
  signal.addEventListener('abort', () => cancelAnimationFrame(handle));
}
