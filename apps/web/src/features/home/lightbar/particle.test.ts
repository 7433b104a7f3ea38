import { expect, test } from 'vitest';
import { createParticle, framesOf, lifeMs } from './particle.ts';

const SPECK = { shape: 'speck', sizes: [1, 1] } as const;
const FISH = { shape: 'fish', sizes: [10, 11] } as const;

test.each([0, 0.25, 0.5, 0.999])(
  'whatever chance says (%d), a speck falls in the light',
  (chance) => {
    const { x, y, dx, dy, life } = createParticle(SPECK, 1_000, () => chance);
    expect(x).toBeGreaterThanOrEqual(250);
    expect(x).toBeLessThanOrEqual(750);
    expect(y).toBeGreaterThanOrEqual(5);
    expect(y).toBeLessThanOrEqual(105);
    expect(dy).toBeGreaterThan(0);
    expect(Math.abs(dx)).toBeLessThanOrEqual(dy + 1e-9);
    expect(Math.hypot(dx, dy)).toBeLessThanOrEqual(0.1);
    expect(life).toBeGreaterThanOrEqual(180);
    expect(life).toBeLessThanOrEqual(1_980);
  },
);

test('fish swim to either side, for fifteen seconds', () => {
  const [left, right] = [0.9, 0.1].map((chance) => createParticle(FISH, 1_000, () => chance));
  expect(left?.dx).toBeLessThan(0);
  expect(right?.dx).toBeGreaterThan(0);
  expect(left?.dy).toBeCloseTo(0);
  expect(left?.life).toBe(1_800);
});

test('it comes, shines and goes, on a straight way', () => {
  const particle = createParticle(SPECK, 1_000, () => 0.5);
  const frames = framesOf(particle);
  const [first, middle, last] = [frames[0], frames[frames.length >> 1], frames.at(-1)];
  expect([first, middle, last].map((frame) => frame?.opacity)).toEqual([0, 0.8, 0]);
  expect(first?.transform).toBe('translate(500.00px, 55.00px)');
  expect(last?.transform).toBe(`translate(500.00px, ${(55 + 0.06 * 1_080).toFixed(2)}px)`);
  expect(lifeMs(particle)).toBe(9_000);
});

test('a fish looks where it swims', () => {
  const [left, right] = [0.9, 0.1].map((chance) =>
    framesOf(createParticle(FISH, 1_000, () => chance)).every(({ transform }) =>
      String(transform).endsWith('scaleX(-1)'),
    ),
  );
  expect([left, right]).toEqual([true, false]);
});
