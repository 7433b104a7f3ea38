// Finds the sound that two episodes share by comparing their Chromaprint fingerprints.

/** Seconds between two points: 4096 samples at 11,025 Hz, with an overlap of two thirds. */
export const POINT_SECONDS = 4096 / 11_025 / 3;

/** Seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface CommonPart {
  readonly first: Span;
  readonly second: Span;
}

export interface PartLength {
  readonly min: number;
  readonly max: number;
}

/** Two points are alike if at most this many of their 32 bits differ. */
const MAX_DIFFERENT_BITS = 6;
/** The maximum gap between points that are alike. */
const MAX_GAP_SECONDS = 3.5;
/** Only the shifts with the most equal points are tried. */
const MAX_SHIFTS = 24;
/** Values that occur more often are ignored. Silence and hum repeat one value. */
const MAX_OCCURRENCES = 24;
const MIN_ALIKE = 0.5;
/** Distances in points. Rain, hum and silence resemble themselves at any distance, a tune at few distances. */
const DISTANCES = [5, 9, 13, 19, 23, 31, 37, 43, 47];
const MAX_STEADY_SHARE = 0.35;
/** Two seconds. At least half of the points at the start and the end of a part must be alike. */
const DENSE_POINTS = 16;
/** Each point describes the sound of the two seconds after it. */
export const POINT_REACH_SECONDS = 1.5;

/** Returns the longest part that both have. Undefined if none has an allowed length. */
export function commonPart(
  first: Uint32Array,
  second: Uint32Array,
  length: PartLength,
): CommonPart | undefined {
  let best: CommonPart | undefined;
  for (const shift of likelyShifts(first, second)) {
    const run = longestRun(first, second, shift);
    if (!run) continue;
    const [from, to] = [run.from * POINT_SECONDS, run.to * POINT_SECONDS + POINT_REACH_SECONDS];
    const seconds = to - from;
    if (seconds < length.min || seconds > length.max) continue;
    if (best && seconds <= best.first.end - best.first.start) continue;
    const offset = shift * POINT_SECONDS;
    best = { first: { start: from, end: to }, second: { start: from + offset, end: to + offset } };
  }
  return best;
}

/** Returns offsets in points from the first to the second, most likely first. */
function likelyShifts(first: Uint32Array, second: Uint32Array): readonly number[] {
  const places = placesOf(second);
  const own = placesOf(first);
  const votes = new Map<number, number>();
  for (const [value, here] of own) {
    const there = places.get(value);
    if (!there || here.length > MAX_OCCURRENCES || there.length > MAX_OCCURRENCES) continue;
    for (const at of here) {
      for (const other of there) votes.set(other - at, (votes.get(other - at) ?? 0) + 1);
    }
  }
  return [...votes]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_SHIFTS)
    .map(([shift]) => shift);
}

function placesOf(points: Uint32Array): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [at, value] of points.entries()) {
    const known = places.get(value);
    if (known) known.push(at);
    else places.set(value, [at]);
  }
  return places;
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** Returns a range of points of the first fingerprint. It begins and ends with points that are alike. */
function longestRun(first: Uint32Array, second: Uint32Array, shift: number): Run | undefined {
  const maxGap = MAX_GAP_SECONDS / POINT_SECONDS;
  const end = Math.min(first.length, second.length - shift);
  let best: Run | undefined;
  let alike: number[] = [];
  const close = (): void => {
    const run = trimmed(alike);
    const isSame = run && alike.length >= (run.to - run.from) * MIN_ALIKE;
    const isLonger = run && (!best || run.to - run.from > best.to - best.from);
    if (isSame && isLonger && !isSteady(first.subarray(run.from, run.to))) best = run;
    alike = [];
  };
  for (let at = Math.max(0, -shift); at < end; at += 1) {
    const [one = 0, other = 0] = [first[at], second[at + shift]];
    if (!areAlike(one, other)) continue;
    if (at - (alike.at(-1) ?? at) > maxGap) close();
    alike.push(at);
  }
  close();
  return best;
}

/** Trims ends in which single points are alike by chance. Undefined if nothing remains. */
function trimmed(alike: readonly number[]): Run | undefined {
  const isDense = (index: number): boolean => {
    const [one, other] = [alike[index], alike[index + DENSE_POINTS / 2 - 1]];
    return one !== undefined && other !== undefined && other - one < DENSE_POINTS;
  };
  const from = alike.find((_, index) => isDense(index));
  const to = alike.findLast((_, index) => isDense(index - DENSE_POINTS / 2 + 1));
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Returns whether a sound is so uniform that any part of it matches any other. */
function isSteady(points: Uint32Array): boolean {
  const shares = DISTANCES.map((distance) => {
    const later = points.subarray(distance);
    return later.filter((point, at) => areAlike(point, points[at] ?? 0)).length / later.length;
  });
  const middle = shares.toSorted((one, other) => one - other)[Math.floor(shares.length / 2)];
  return middle === undefined || middle > MAX_STEADY_SHARE;
}

const areAlike = (one: number, other: number): boolean =>
  differentBits(one, other) <= MAX_DIFFERENT_BITS;

/** Counts the bits, of 32, that differ between two points. */
export function differentBits(one: number, other: number): number {
  let bits = one ^ other;
  bits -= (bits >>> 1) & 0x55_55_55_55;
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
  return (((bits + (bits >>> 4)) & 0x0f_0f_0f_0f) * 0x01_01_01_01) >>> 24;
}
