import type { AttachOptions } from './source.ts';

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
