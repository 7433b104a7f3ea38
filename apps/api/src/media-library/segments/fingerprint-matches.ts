// Finds short parts of one fingerprint in a long one, with the seed-and-extend method that BLAST uses for genes.
import { differentBits } from './common-part.ts';

/** Points of the short fingerprint that are like points of the long one. */
export interface Match {
  readonly from: number;
  /** The last point. */
  readonly to: number;
  /** The offset in points from the short fingerprint to the long one. */
  readonly shift: number;
  /** Higher for longer and more similar parts. */
  readonly score: number;
}

/** An unknown or removed point, which matches no other. */
export const NO_POINT = 0;

/** A lookup key consists of two of a point's four bytes. Points with few different bits share at least one key. */
const KEYS = 2 ** 16;
const KEY_BYTES = [
  [0, 8],
  [0, 16],
  [0, 24],
  [8, 16],
  [8, 24],
  [16, 24],
] as const;
type KeyBytes = (typeof KEY_BYTES)[number];
/** More frequent keys belong to silence and hum, and are ignored. */
const MAX_BUCKET = 200;
/** The maximum number of different bits of two points that start a match. */
const SEED_BITS = 4;
/** A match has two seeds with at most this distance. */
const SEED_POINTS = 16;
/** The number of points before the first seed that may match, too. */
const MARGIN_POINTS = 64;
/** Points with fewer different bits increase the score, others decrease it. Unrelated sounds differ in 14. */
const LIKE_BITS = 9;
/** A match ends before its score drops by this much, after about ten points. */
const MAX_DROP = 50;
/** Single words and chords match by chance with lower scores. */
const MIN_SCORE = 40;
const MIN_POINTS = 8;
/** Hum and silence repeat their points. */
const MIN_VARIETY = 0.4;

/** Returns all matches, including several at the same position. */
export function fingerprintMatches(short: Uint32Array, long: Uint32Array): readonly Match[] {
  const matches: Match[] = [];
  let last = { shift: Number.NaN, at: Number.NaN };
  /** The point at which the search on the same shift continues. */
  let searched = 0;
  for (const seed of seedsOf(short, long)) {
    const isNear = seed.shift === last.shift && seed.at - last.at <= SEED_POINTS;
    if (seed.shift !== last.shift) searched = 0;
    if (isNear && seed.at >= searched) {
      const found = matchFrom(Math.max(searched, last.at - MARGIN_POINTS), seed, short, long);
      searched = found.end;
      if (found.match) matches.push(found.match);
    }
    last = seed;
  }
  return matches;
}

interface Seed {
  /** A point of the short fingerprint. */
  readonly at: number;
  readonly shift: number;
}

/** Returns the seeds sorted by shift, then by position. */
function seedsOf(short: Uint32Array, long: Uint32Array): readonly Seed[] {
  // Store pairs as numbers in a set: that saves memory and removes duplicates, which several keys find.
  const size = short.length;
  const seeds = new Set<number>();
  for (const bytes of KEY_BYTES) {
    const { starts, places } = bucketsOf(long, bytes);
    for (const [at, point] of short.entries()) {
      const key = keyOf(point, bytes);
      const [start = 0, end = 0] = [starts[key], starts[key + 1]];
      if (point === NO_POINT || end - start > MAX_BUCKET) continue;
      for (const place of places.subarray(start, end)) {
        const isSeed = differentBits(point, long[place] ?? NO_POINT) <= SEED_BITS;
        if (isSeed) seeds.add((place - at + size) * size + at);
      }
    }
  }
  return [...Float64Array.from(seeds).toSorted()].map((seed) => ({
    at: seed % size,
    shift: Math.floor(seed / size) - size,
  }));
}

const keyOf = (point: number, [one, other]: KeyBytes): number =>
  ((point >>> one) & 0xff) | (((point >>> other) & 0xff) << 8);

interface Buckets {
  /** The index of each key's first place, then the end of the last key's places. */
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
}

/** Uses a counting sort. An array of places for each key would take many times the memory. */
function bucketsOf(points: Uint32Array, bytes: KeyBytes): Buckets {
  const starts = new Uint32Array(KEYS + 1);
  for (const point of points) {
    const key = keyOf(point, bytes);
    if (point !== NO_POINT) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  }
  for (let key = 0; key < KEYS; key += 1) {
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  }
  const next = starts.slice();
  const places = new Uint32Array(starts[KEYS] ?? 0);
  for (const [place, point] of points.entries()) {
    if (point === NO_POINT) continue;
    const key = keyOf(point, bytes);
    const free = next[key] ?? 0;
    places[free] = place;
    next[key] = free + 1;
  }
  return { starts, places };
}

interface Found {
  readonly match: Match | undefined;
  /** The point at which the extension stopped. */
  readonly end: number;
}

/** Returns the part with the highest score around a seed. */
function matchFrom(first: number, seed: Seed, short: Uint32Array, long: Uint32Array): Found {
  const { shift } = seed;
  let [from, to, best, score] = [first, first, 0, 0];
  let at = first;
  for (; at < short.length; at += 1) {
    score += gainOf(short[at] ?? NO_POINT, long[at + shift] ?? NO_POINT);
    if (score > best) [to, best] = [at, score];
    if (score > 0 && score >= best - MAX_DROP) continue;
    if (at >= seed.at) break;
    // The match ends before the seed.
    [from, to, best, score] = [at + 1, at + 1, 0, 0];
  }
  const points = to - from + 1;
  const values = new Set(short.subarray(from, to + 1));
  const isMatch = best >= MIN_SCORE && points >= MIN_POINTS && values.size >= points * MIN_VARIETY;
  return { match: isMatch ? { from, to, shift, score: best } : undefined, end: at + 1 };
}

function gainOf(one: number, other: number): number {
  if (one === NO_POINT || other === NO_POINT) return LIKE_BITS - 16;
  return LIKE_BITS - differentBits(one, other);
}
