import type { AttachOptions } from '../source.ts';

/** Longer steps are seeks. */
const MAX_STEP_SECONDS = 5;
/** An earlier report would take the first key frames for the average. */
const REPORT_EVERY_SECONDS = 5;

/**
 * Reports the average bit rate of the part that has played. Needs no request: Chromium and Safari count the bytes that
 * they decode. Firefox does not, so nothing is reported there.
 */
export function followBitRate(
  video: HTMLVideoElement,
  { signal, report }: Pick<AttachOptions, 'signal' | 'report'>,
): void {
  let last: { readonly time: number; readonly bytes: number } | undefined;
  let bytes = 0;
  let seconds = 0;
  let reportedAt = 0;
  const measure = (): void => {
    const now = { time: video.currentTime, bytes: decodedBytes(video) };
    const step = last ? now.time - last.time : 0;
    if (last && step > 0 && step < MAX_STEP_SECONDS) {
      seconds += step;
      bytes += Math.max(0, now.bytes - last.bytes);
    }
    last = now;
    if (bytes === 0 || seconds - reportedAt < REPORT_EVERY_SECONDS) return;
    reportedAt = seconds;
    report({ bitRate: Math.round((bytes * 8) / seconds) });
  };
  video.addEventListener('timeupdate', measure, { signal });
}

const decodedBytes = (video: HTMLVideoElement): number =>
  countIn(video, 'webkitVideoDecodedByteCount') + countIn(video, 'webkitAudioDecodedByteCount');

function countIn(video: HTMLVideoElement, name: string): number {
  const count: unknown = Reflect.get(video, name);
  return typeof count === 'number' ? count : 0;
}
