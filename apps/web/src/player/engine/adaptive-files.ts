import type { FileStream, Quality } from '@matinee/shared/media/stream';

import { measureFile } from './measure-file.ts';
import { bufferedEnd, type AttachOptions } from './source.ts';
import { chooseFile, fileQualities, isAutoQuality } from './resolution.ts';
import type { QualityPreference } from './engine.ts';
import type { ChosenFile } from './resolution.ts';

type Rung = Exclude<Quality, 'unknown'>;

/** Typical bit rates, for servers that do not send the size of a file. */
const USUAL_KBPS: Readonly<Record<Rung, number>> = {
  '4k': 16_000,
  1080: 5_000,
  720: 2_500,
  480: 1_200,
  360: 700,
};

const TICK_MS = 500;
/** The fill rate of the buffer is measured over this time. */
const WINDOW_MS = 4_000;
/** A buffer that stays empty for this long is starved. Every start and every seek takes less. */
const STARVED_AFTER_MS = 3_000;
/** No new bytes for this long mean an outage: a smaller file would not arrive either. */
const OUTAGE_AFTER_MS = 3_000;
const LOW_BUFFER_SECONDS = 4;
/** Chromium buffers about ten seconds of a file. */
const AMPLE_BUFFER_SECONDS = 8;
const SETTLED_AFTER_MS = 8_000;
/** Closer to the end, a better file is not worth an interruption. */
const WORTHWHILE_SECONDS = 20;
/** A file is chosen when the connection could carry one and a half times its bit rate. */
const HEADROOM = 1.5;
const FIRST_HOLD_MS = 10_000;
const LONGEST_HOLD_MS = 300_000;
const PROVEN_AFTER_MS = 60_000;

/**
 * Automatic quality of streams with one file for each quality. Steps down when the buffer starves. Steps up when a
 * better file is measured to arrive fast enough.
 */
export function createAdaptiveFiles(measure = measureFile) {
  // The limits outlive a stream: the next episode uses the same connection.
  const holds = createHolds();
  const playing = new WeakMap<FileStream, Rung>();

  return {
    choose: (stream: FileStream, preference: QualityPreference): ChosenFile | undefined => {
      const ladder = ladderOf(stream, preference);
      const open = ladder.find((rung) => !holds.isHeld(rung)) ?? ladder.at(-1);
      const rung = playing.get(stream) ?? open;
      const url = rung && ladder.includes(rung) ? stream.qualities[rung]?.url : undefined;
      return rung && url ? { quality: rung, url } : chooseFile(stream.qualities, preference);
    },
    follow: (
      video: HTMLVideoElement,
      stream: FileStream,
      current: Rung,
      options: Pick<AttachOptions, 'signal' | 'preferences' | 'restart'>,
    ): void => {
      const play = (rung: Rung) => {
        playing.set(stream, rung);
        holdLastFrame(video);
        options.restart();
      };
      adapt({ ...options, video, stream, current, measure, holds, play });
    },
  };
}

/** A quality that was too slow is not tried for 10 s, and for twice as long after each further failure. */
function createHolds() {
  const holds = new Map<Rung, { readonly untilMs: number; readonly lastsMs: number }>();
  const isHeld = (rung: Rung) => (holds.get(rung)?.untilMs ?? 0) > performance.now();
  return {
    isHeld,
    hold: (rung: Rung) => {
      if (isHeld(rung)) return;
      const before = holds.get(rung)?.lastsMs;
      const lastsMs = Math.min(before === undefined ? FIRST_HOLD_MS : before * 2, LONGEST_HOLD_MS);
      holds.set(rung, { untilMs: performance.now() + lastsMs, lastsMs });
    },
    forget: (rung: Rung) => void holds.delete(rung),
  };
}

interface Adaptation extends Pick<AttachOptions, 'signal' | 'preferences'> {
  readonly video: HTMLVideoElement;
  readonly stream: FileStream;
  readonly current: Rung;
  readonly measure: typeof measureFile;
  readonly holds: ReturnType<typeof createHolds>;
  readonly play: (rung: Rung) => void;
}

/** Watches one file while it plays, until the signal aborts or another quality plays. */
function adapt({
  video,
  stream,
  current,
  signal,
  preferences,
  measure,
  holds,
  play,
}: Adaptation): void {
  const startedMs = performance.now();
  const buffer = watchBuffer(video, signal);
  let isMeasuring = false;

  function stepDown(ladder: readonly Rung[], lower: readonly Rung[]) {
    const kbps = USUAL_KBPS[current] * buffer.fillRate() * 0.8;
    const next = lower.find((rung) => USUAL_KBPS[rung] <= kbps) ?? lower.at(-1);
    if (!next) return;
    ladder.slice(0, ladder.indexOf(next)).forEach(holds.hold);
    play(next);
  }

  async function stepUp(rung: Rung) {
    const url = stream.qualities[rung]?.url;
    if (!url) return;
    isMeasuring = true;
    const measured = await measure(url, signal);
    isMeasuring = false;
    // The viewer may have chosen, paused or left in the meantime.
    if (signal.aborted || !isAutoQuality(preferences().quality) || !buffer.isAmple()) return;
    const kbps = measured?.kbps ?? USUAL_KBPS[current] * buffer.bestFillRate();
    const bytes = measured?.bytes;
    const needed = bytes ? (bytes * 8) / 1_000 / video.duration : USUAL_KBPS[rung];
    if (kbps >= needed * HEADROOM * video.playbackRate) play(rung);
    else holds.hold(rung);
  }

  function tick() {
    buffer.sample();
    const ladder = ladderOf(stream, preferences().quality);
    const at = ladder.indexOf(current);
    if (at === -1 || video.paused || video.ended || video.error || !navigator.onLine) return;
    const lower = ladder.slice(at + 1);
    if (lower.length > 0 && buffer.isStarved()) return stepDown(ladder, lower);
    const ageMs = performance.now() - startedMs;
    if (ageMs > PROVEN_AFTER_MS) holds.forget(current);
    if (isMeasuring || ageMs < SETTLED_AFTER_MS || !buffer.isAmple()) return;
    if (video.duration - video.currentTime < WORTHWHILE_SECONDS) return;
    const better = ladder.slice(0, at).find((rung) => !holds.isHeld(rung));
    if (better) void stepUp(better);
  }

  const timer = setInterval(tick, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** The qualities of the automatic choice, best first. Leaves out "unknown": its bit rate cannot be compared. */
function ladderOf({ qualities }: FileStream, preference: QualityPreference): readonly Rung[] {
  if (!isAutoQuality(preference)) return [];
  const sized = fileQualities(qualities).filter((quality) => quality !== 'unknown');
  const top = chooseFile(qualities, preference)?.quality;
  return top === undefined || top === 'unknown' ? [] : sized.slice(sized.indexOf(top));
}

const HAVE_FUTURE_DATA = 3;

interface Sample {
  readonly ms: number;
  readonly end: number;
}

function growth(from: Sample | undefined, to: Sample | undefined): number {
  if (!from || !to || to.ms === from.ms) return 0;
  return (Math.max(0, to.end - from.end) / (to.ms - from.ms)) * 1_000;
}

/** Seconds of buffered video for each second of real time. */
function watchBuffer(video: HTMLVideoElement, signal: AbortSignal) {
  let samples: readonly Sample[] = [];
  let best = 0;
  let dryMs: number | undefined;
  let lastBytesMs = -Infinity;

  /** After a seek the buffer starts at the new position. */
  const now = (): Sample => ({
    ms: performance.now(),
    end: Math.max(bufferedEnd(video), video.currentTime),
  });
  const reset = () => {
    samples = [now()];
    dryMs = undefined;
  };
  reset();
  video.addEventListener('seeking', reset, { signal });
  video.addEventListener('progress', () => (lastBytesMs = performance.now()), { signal });

  const spanMs = () => (samples.at(-1)?.ms ?? 0) - (samples[0]?.ms ?? 0);
  const fillRate = () => growth(samples[0], samples.at(-1));
  const ahead = () => bufferedEnd(video) - video.currentTime;
  const isComplete = () => bufferedEnd(video) > video.duration - 1;

  return {
    sample: () => {
      if (video.paused) return reset();
      const sample = now();
      const { ms } = sample;
      samples = [...samples.filter((one) => ms - one.ms <= WINDOW_MS), sample];
      // A fast connection fills the buffer at once and then idles, so a single sample has the best rate.
      best = Math.max(best, growth(samples.at(-2), samples.at(-1)));
      const isDry = video.readyState < HAVE_FUTURE_DATA;
      dryMs = isDry ? (dryMs ?? ms) : undefined;
    },
    fillRate,
    bestFillRate: () => best,
    isAmple: () => dryMs === undefined && (ahead() >= AMPLE_BUFFER_SECONDS || isComplete()),
    isStarved: () => {
      const ms = performance.now();
      if (ms - lastBytesMs > OUTAGE_AFTER_MS || isComplete()) return false;
      if (dryMs !== undefined)
        return ms - dryMs >= STARVED_AFTER_MS && fillRate() < video.playbackRate;
      const isLow = ahead() < LOW_BUFFER_SECONDS && spanMs() >= STARVED_AFTER_MS;
      return isLow && fillRate() < video.playbackRate * 0.8;
    },
  };
}

const STILL_WIDTH = 1280;

/** Shows the last frame as poster until the next file has its first frame: the element is blank in between. */
export function holdLastFrame(video: HTMLVideoElement): void {
  if (video.videoWidth === 0) return;
  const width = Math.min(STILL_WIDTH, video.videoWidth);
  const height = Math.round((video.videoHeight * width) / video.videoWidth);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
    video.poster = canvas.toDataURL('image/jpeg');
  } catch {
    // A cross-origin video cannot be read.
    return;
  }
  const remove = () => video.removeAttribute('poster');
  video.addEventListener('playing', remove, { once: true });
  video.addEventListener('seeked', remove, { once: true });
}
