import type { Segment } from '@matinee/shared/media/timeline';
import { setImmediate } from 'node:timers/promises';
import { POINT_SECONDS, type Span } from './common-part.ts';
import { NO_POINT } from './fingerprint-matches.ts';
import { findRecap, type RecapSearch } from './recap.ts';
import { roundedSpan, type EpisodeAudio } from './season-segments.ts';

/** An episode that may have a recap, or appear in one. */
export interface RecapEpisode {
  readonly audio: EpisodeAudio;
  /** Other known segments. */
  readonly segments: readonly Segment[];
}

/** A recap is in the first seconds of an episode. */
const WINDOW_SECONDS = 240;
/** The maximum number of earlier episodes of the season to search. */
const MAX_EARLIER = 12;
/** Points that match no others separate parts of episodes. */
const SEPARATOR_POINTS = 64;
/** Points before a segment also describe its beginning. */
const BEFORE_SECONDS = 1;

/**
 * Adds the recaps to the other segments of a season's episodes, which are in order. `before`: episodes of the previous
 * season.
 */
export async function withRecaps(
  episodes: readonly RecapEpisode[],
  before: readonly RecapEpisode[],
  signal: AbortSignal,
): Promise<readonly (readonly Segment[])[]> {
  const done: RecapEpisode[] = [];
  for (const { audio, segments } of episodes) {
    const earlier = [...oneOfEach(before), ...earlierOf(audio, done)];
    const recap = earlier.length > 0 && recapOf({ audio, segments }, earlier);
    done.push({
      audio,
      segments: recap
        ? [...segments, { kind: 'recap' as const, ...roundedSpan(recap) }].toSorted(
            (a, b) => a.start - b.start,
          )
        : segments,
    });
    // Handle requests between two episodes.
    await setImmediate(undefined, { signal });
  }
  return done.map(({ segments }) => segments);
}

function earlierOf(
  { episodes }: EpisodeAudio,
  others: readonly RecapEpisode[],
): readonly RecapEpisode[] {
  const earlier = others.filter(({ audio }) => lastOf(audio) < Math.min(...episodes));
  return oneOfEach(earlier).slice(-MAX_EARLIER);
}

/** Keeps one file of each episode, because others have the same clips. */
const oneOfEach = (episodes: readonly RecapEpisode[]): readonly RecapEpisode[] => [
  ...new Map(episodes.map((episode) => [lastOf(episode.audio), episode])).values(),
];

/** A file without a number precedes no other. */
const lastOf = ({ episodes }: EpisodeAudio): number => episodes.at(-1) ?? Infinity;

function recapOf(
  { audio, segments }: RecapEpisode,
  earlier: readonly RecapEpisode[],
): Span | undefined {
  const first = audio.beginning.subarray(0, Math.ceil(WINDOW_SECONDS / POINT_SECONDS));
  return findRecap({
    points: without(first, 0, segments),
    intro: segments.find(({ kind }) => kind === 'intro'),
    ...storiesOf(earlier),
  });
}

/** Concatenates the episodes without their known segments: openings, credits and recaps. */
function storiesOf(episodes: readonly RecapEpisode[]): Pick<RecapSearch, 'earlier' | 'starts'> {
  const separator = new Uint32Array(SEPARATOR_POINTS).fill(NO_POINT);
  const parts: Uint32Array[] = [];
  const starts: number[] = [];
  let size = 0;
  for (const { audio, segments } of episodes) {
    starts.push(size);
    const { beginning, middle, middleFrom, end, endFrom } = audio;
    const story = [
      without(beginning, 0, segments),
      separator,
      without(middle, middleFrom, segments),
      separator,
      without(end, endFrom, segments),
      separator,
    ];
    parts.push(...story);
    size += story.reduce((sum, { length }) => sum + length, 0);
  }
  const earlier = new Uint32Array(size);
  let at = 0;
  for (const part of parts) {
    earlier.set(part, at);
    at += part.length;
  }
  return { earlier, starts };
}

/** Replaces the points of spans with `NO_POINT`. `from`: the second of the first point. */
function without(points: Uint32Array, from: number, spans: readonly Span[]): Uint32Array {
  const copy = points.slice();
  for (const { start, end } of spans) {
    const [first, last] = [start - BEFORE_SECONDS - from, end - from].map((seconds) =>
      Math.max(0, Math.round(seconds / POINT_SECONDS)),
    );
    copy.fill(NO_POINT, first, last);
  }
  return copy;
}
