// Finds a recap: a sequence of clips of earlier episodes at the beginning of an episode.
import { POINT_REACH_SECONDS, POINT_SECONDS, type Span } from './common-part.ts';
import { fingerprintMatches, type Match } from './fingerprint-matches.ts';

export interface RecapSearch {
  /** The first minutes of the episode. */
  readonly points: Uint32Array;
  readonly intro: Span | undefined;
  /** Earlier episodes, concatenated. */
  readonly earlier: Uint32Array;
  /** The index of each episode's first point in `earlier`. */
  readonly starts: readonly number[];
}

/** Seconds. */
const LENGTH = { min: 15, max: 125 };
/** A longer part is a repeated scene or the same song. */
const MAX_CLIP_SECONDS = 30;
/** Between two clips, there may be clips that are too short to be found. */
const MAX_GAP_SECONDS = 8;
/** A clip with a lower score counts only next to one with this score. */
const CERTAIN_SCORE = 80;
const ADJACENT_SECONDS = 2;
/** One or two clips are a flashback in the story. */
const MIN_CLIPS = 3;
/** The share of the recap that clips fill. Jingles between scenes fill less. */
const MIN_COVERAGE = 0.6;
/** Positions at this distance are different. */
const DIFFERENT_SECONDS = 5;
/** A sound at more positions is a jingle or a theme. */
const MAX_PLACES = 2;
/** A logo begins in the first seconds, at about the same time in all episodes. */
const LOGO_SECONDS = 15;
/** A recap may follow logos. */
const LATEST_START_SECONDS = 30;
/** The maximum gap between a recap and an intro. */
const NEAR_INTRO_SECONDS = 10;
/** Smaller gaps before the recap, and between recap and intro, are added to the recap. */
const SNAP_SECONDS = 3;

/** A part of the episode that repeats a part of an earlier one. */
interface Clip extends Span {
  /** Seconds from the part in the episode to its original in `earlier`. */
  readonly shift: number;
  readonly score: number;
}

export function findRecap({ points, intro, earlier, starts }: RecapSearch): Span | undefined {
  const matches = fingerprintMatches(points, earlier).map(clipOf);
  // With one of these shifts, a match is at the same time in both episodes.
  const shifts = starts.map((start) => start * POINT_SECONDS);
  const isLogo = (clip: Clip): boolean =>
    clip.start < LOGO_SECONDS &&
    shifts.some((shift) => Math.abs(clip.shift - shift) < DIFFERENT_SECONDS);
  const isJingle = (clip: Clip): boolean =>
    placesOf(matches.filter((other) => isSame(clip, other))) > MAX_PLACES;
  const clips = bestOf(matches).filter(
    (clip) => secondsOf(clip) <= MAX_CLIP_SECONDS && !isLogo(clip) && !isJingle(clip),
  );
  return groupsOf(clips.filter((clip) => isCertain(clip, clips)))
    .filter((group) => isMontage(group) && isAtBeginning(rangeOf(group), intro))
    .map((group) => snapped(rangeOf(group), intro))
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .at(0);
}

const clipOf = ({ from, to, shift, score }: Match): Clip => ({
  start: from * POINT_SECONDS,
  end: to * POINT_SECONDS + POINT_REACH_SECONDS,
  shift: shift * POINT_SECONDS,
  score,
});

const secondsOf = ({ start, end }: Span): number => end - start;

/** Returns the best clip for each part of the episode. */
function bestOf(found: readonly Clip[]): readonly Clip[] {
  const best: Clip[] = [];
  for (const clip of found.toSorted((a, b) => b.score - a.score)) {
    if (!best.some((other) => overlap(clip, other) > secondsOf(clip) / 2)) best.push(clip);
  }
  return best;
}

const overlap = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));

const isSame = (clip: Clip, other: Clip): boolean =>
  overlap(clip, other) > secondsOf(clip) / 2 && other.score > clip.score / 2;

/** Rejects words and chords of the story that match by chance. */
const isCertain = (clip: Clip, clips: readonly Clip[]): boolean =>
  clip.score >= CERTAIN_SCORE ||
  clips.some(
    (other) =>
      other.score >= CERTAIN_SCORE &&
      clip.start <= other.end + ADJACENT_SECONDS &&
      other.start <= clip.end + ADJACENT_SECONDS,
  );

/** Counts the different shifts of clips. */
function placesOf(clips: readonly Clip[]): number {
  let places = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { shift } of clips.toSorted((a, b) => a.shift - b.shift)) {
    if (shift - last < DIFFERENT_SECONDS) continue;
    places += 1;
    last = shift;
  }
  return places;
}

/** Groups clips that follow each other. */
function groupsOf(clips: readonly Clip[]): readonly (readonly Clip[])[] {
  const groups: Clip[][] = [];
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    const group = groups.at(-1);
    if (group && clip.start - rangeOf(group).end <= MAX_GAP_SECONDS) group.push(clip);
    else groups.push([clip]);
  }
  return groups;
}

const rangeOf = (clips: readonly Clip[]): Span => ({
  start: Math.min(...clips.map(({ start }) => start)),
  end: Math.max(...clips.map(({ end }) => end)),
});

function isMontage(clips: readonly Clip[]): boolean {
  const range = rangeOf(clips);
  const seconds = secondsOf(range);
  let [covered, reached] = [0, range.start];
  for (const { start, end } of clips) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return (
    seconds >= LENGTH.min &&
    seconds <= LENGTH.max &&
    placesOf(clips.filter(({ score }) => score >= CERTAIN_SCORE)) >= MIN_CLIPS &&
    covered >= seconds * MIN_COVERAGE
  );
}

function isAtBeginning({ start, end }: Span, intro: Span | undefined): boolean {
  if (start <= LATEST_START_SECONDS) return true;
  if (!intro) return false;
  const distance = end <= intro.start + NEAR_INTRO_SECONDS ? intro.start - end : start - intro.end;
  return Math.abs(distance) <= NEAR_INTRO_SECONDS;
}

function snapped({ start, end }: Span, intro: Span | undefined): Span {
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= SNAP_SECONDS;
  const before = intro && isNear(start, intro.end) ? intro.end : start;
  return {
    start: start <= SNAP_SECONDS ? 0 : before,
    end: intro && isNear(end, intro.start) ? intro.start : end,
  };
}
