import type { Segment } from '@matinee/shared/media/timeline';
import { setImmediate } from 'node:timers/promises';
import { commonPart, type PartLength, type Span } from './common-part.ts';

/** The fingerprints of an episode. */
export interface EpisodeAudio {
  /** Files of the same episode aren't compared. */
  readonly episodes: readonly number[];
  /** Seconds. */
  readonly duration: number;
  readonly beginning: Uint32Array;
  /** Empty if only openings and credits are searched, or if the middle can't be read. */
  readonly middle: Uint32Array;
  /** The second at which `middle` begins. */
  readonly middleFrom: number;
  readonly end: Uint32Array;
  readonly endFrom: number;
}

const INTRO: PartLength = { min: 15, max: 120 };
const CREDITS: PartLength = { min: 15, max: 450 };
/** The share of other episodes that must have the same part. A tune in two scenes isn't an opening. */
const MIN_SHARE = 0.25;
/** Matches with other episodes are the same part if they differ by less. */
const SAME_SECONDS = 4;
/** Credits that end this close to the end are extended to the end. */
const LAST_SECONDS = 10;

/** Returns the openings and credits of a season's episodes, in order. */
export async function seasonSegments(
  episodes: readonly EpisodeAudio[],
  signal: AbortSignal,
): Promise<readonly (readonly Segment[])[]> {
  const intros = await sharedParts(episodes, ({ beginning }) => beginning, INTRO, signal);
  const credits = await sharedParts(episodes, ({ end }) => end, CREDITS, signal);
  return episodes.map(({ duration, endFrom }, at) => {
    const [intro, outro] = [intros[at], credits[at]];
    const outroEnd = outro && Math.min(outro.end + endFrom, duration);
    return [
      ...(intro ? [{ kind: 'intro' as const, ...roundedSpan(intro) }] : []),
      ...(outro && outroEnd !== undefined
        ? [
            {
              kind: 'credits' as const,
              ...roundedSpan({
                start: outro.start + endFrom,
                end: outroEnd > duration - LAST_SECONDS ? duration : outroEnd,
              }),
            },
          ]
        : []),
    ];
  });
}

/** Rounds to hundredths of a second. */
export const roundedSpan = ({ start, end }: Span): Span => ({
  start: Math.round(start * 100) / 100,
  end: Math.round(end * 100) / 100,
});

async function sharedParts(
  episodes: readonly EpisodeAudio[],
  pointsOf: (audio: EpisodeAudio) => Uint32Array,
  length: PartLength,
  signal: AbortSignal,
): Promise<readonly (Span | undefined)[]> {
  const found = episodes.map(() => new Array<Span>());
  for (const [at, one] of episodes.entries()) {
    for (const [index, other] of episodes.entries()) {
      if (index <= at || one.episodes.some((each) => other.episodes.includes(each))) continue;
      const part = commonPart(pointsOf(one), pointsOf(other), length);
      if (part) {
        found[at]?.push(part.first);
        found[index]?.push(part.second);
      }
      // Handle requests between two pairs.
      await setImmediate(undefined, { signal });
    }
  }
  const needed = Math.max(1, Math.ceil((episodes.length - 1) * MIN_SHARE));
  return found.map((spans) => mostShared(spans, needed));
}

/** Returns the part that most of the other episodes share. */
function mostShared(spans: readonly Span[], needed: number): Span | undefined {
  const groups = spans.map((span) =>
    spans.filter(
      ({ start, end }) =>
        Math.abs(start - span.start) <= SAME_SECONDS && Math.abs(end - span.end) <= SAME_SECONDS,
    ),
  );
  const [best = []] = groups.toSorted((one, other) => other.length - one.length);
  if (best.length < needed) return undefined;
  return { start: median(best.map(({ start }) => start)), end: median(best.map(({ end }) => end)) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
