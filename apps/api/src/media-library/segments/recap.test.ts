import { expect, test } from 'vitest';
import { randomFrom } from '../../../../../tests/support/season-sound.ts';
import { POINT_SECONDS, type Span } from './common-part.ts';
import { findRecap } from './recap.ts';

/** Returns a synthetic fingerprint. The points of a scene match those of no other scene. */
function scene(seed: number, seconds: number): readonly number[] {
  const random = randomFrom(seed);
  return Array.from({ length: Math.round(seconds / POINT_SECONDS) }, () =>
    Math.floor(random() * 2 ** 32),
  );
}

/** Changes some bits of each point, as other background music does. */
function noisy(points: readonly number[], seed: number): readonly number[] {
  const random = randomFrom(seed);
  return points.map((point) => {
    let changed = point;
    for (let bit = 0; bit < 32; bit += 1) if (random() < 0.1) changed ^= 1 << bit;
    return changed >>> 0;
  });
}

const EPISODES = [1, 2, 3].map((seed) => scene(seed, 600));
const [FIRST = [], SECOND = [], THIRD = []] = EPISODES;

function clip(episode: readonly number[], from: number, seconds: number): readonly number[] {
  const first = Math.round(from / POINT_SECONDS);
  return noisy(episode.slice(first, first + Math.round(seconds / POINT_SECONDS)), from);
}

const MONTAGE = [
  ...clip(FIRST, 400, 5),
  ...clip(SECOND, 30, 7),
  ...clip(FIRST, 120, 4),
  ...clip(THIRD, 500, 8),
];

function recapOf(points: readonly number[], intro?: Span): Span | undefined {
  return findRecap({
    points: Uint32Array.from(points),
    intro,
    earlier: Uint32Array.from(EPISODES.flat()),
    starts: EPISODES.map((_, at) => at * FIRST.length),
  });
}

test('clips of earlier episodes at the beginning are a recap', () => {
  const recap = recapOf([...MONTAGE, ...scene(9, 200)]);
  expect(recap?.start).toBe(0);
  expect(recap?.end).toBeGreaterThan(23);
  expect(recap?.end).toBeLessThan(26.5);
});

test('it may come after the intro, or between the logo and the intro', () => {
  const after = recapOf([...scene(8, 60), ...MONTAGE, ...scene(9, 99)], { start: 1, end: 58.5 });
  expect(after?.start).toBe(58.5);
  const before = recapOf([...scene(8, 6), ...MONTAGE, ...scene(9, 99)], { start: 31, end: 60 });
  expect(Math.abs((before?.start ?? 0) - 6)).toBeLessThan(1);
  expect(before?.end).toBe(31);
});

test('a logo that an earlier episode has, too, is no part of it', () => {
  const logo = scene(20, 5);
  const earlier = [...logo, ...EPISODES.flat()];
  const starts = [0, logo.length + FIRST.length];
  const points = Uint32Array.from([...logo, ...MONTAGE, ...scene(9, 100)]);
  const search = { points, intro: undefined, earlier: Uint32Array.from(earlier), starts };
  expect(Math.abs((findRecap(search)?.start ?? 0) - 5)).toBeLessThan(1);
});

test('a sound of the story that is like another by chance does not make it longer', () => {
  const chance = clip(SECOND, 200, 1.1);
  const recap = recapOf([...MONTAGE, ...scene(8, 5), ...chance, ...scene(9, 200)]);
  expect(recap?.end).toBeLessThan(26.5);
});

test.each([
  ['nothing in common', scene(8, 30)],
  ['one memory', clip(FIRST, 100, 25)],
  ['two memories', [...clip(FIRST, 100, 9), ...clip(SECOND, 300, 12)]],
  [
    'three memories with scenes between them',
    [
      ...clip(FIRST, 100, 4),
      ...scene(10, 9),
      ...clip(SECOND, 300, 5),
      ...scene(11, 9),
      ...clip(THIRD, 300, 5),
    ],
  ],
  [
    'clips that are over in a moment',
    [...clip(FIRST, 100, 3), ...clip(SECOND, 300, 3), ...clip(THIRD, 300, 3)],
  ],
  ['an episode that was repeated', clip(FIRST, 100, 200)],
  ['a montage in the middle of the story', [...scene(8, 70), ...MONTAGE]],
])('%s is none', (_, beginning) => {
  expect(recapOf([...beginning, ...scene(9, 100)])).toBeUndefined();
});

test('jingles that earlier episodes have in many places are none', () => {
  const jingles = [21, 22, 23].map((seed) => scene(seed, 6));
  const earlier = EPISODES.flatMap((episode) => [...jingles.flat(), ...episode]);
  const points = Uint32Array.from([...jingles.toReversed().flat(), ...scene(9, 100)]);
  const search = { points, intro: undefined, earlier: Uint32Array.from(earlier), starts: [0] };
  expect(findRecap(search)).toBeUndefined();
});

test('hum and silence are none', () => {
  const hum = [77, 78, 79].flatMap((point) => Array.from({ length: 60 }, () => point));
  const points = Uint32Array.from([...hum, ...scene(9, 100)]);
  const earlier = Uint32Array.from([...scene(1, 60), ...hum.toReversed(), ...scene(2, 60)]);
  expect(findRecap({ points, intro: undefined, earlier, starts: [0] })).toBeUndefined();
});
