import { expect, test } from 'vitest';
import { randomFrom } from '../../../../../tests/support/season-sound.ts';
import { commonPart, POINT_SECONDS } from './common-part.ts';

const INTRO = { min: 15, max: 120 };

function music(seed: number, seconds: number): readonly number[] {
  const random = randomFrom(seed);
  return Array.from({ length: Math.round(seconds / POINT_SECONDS) }, () =>
    Math.floor(random() * 2 ** 32),
  );
}

/** Simulates rain or room noise: a few bits change all the time. */
function noise(seed: number, seconds: number): readonly number[] {
  const random = randomFrom(seed);
  return music(0, seconds).map(() => {
    let point = 0x5a_0f_33_c1;
    for (let bit = 0; bit < 32; bit += 1) if (random() < 0.08) point ^= 1 << bit;
    return point >>> 0;
  });
}

const partOf = (one: readonly number[], other: readonly number[]) =>
  commonPart(Uint32Array.from(one), Uint32Array.from(other), INTRO);

test('the same music is a common part, wherever it is', () => {
  const opening = music(1, 40);
  const part = partOf(
    [...music(2, 10), ...opening, ...music(3, 60)],
    [...music(4, 50), ...opening, ...music(5, 30)],
  );
  expect(part?.first.start).toBeCloseTo(10, 0);
  expect(part?.second.start).toBeCloseTo(50, 0);
});

test('noise is none, although it sounds the same everywhere', () => {
  const first = [...music(2, 10), ...noise(6, 60), ...music(3, 60)];
  expect(partOf(first, [...music(4, 30), ...noise(7, 60), ...music(5, 30)])).toBeUndefined();
});
