import { expect, test } from 'vitest';
import { createParticle, hasEnded, moveOn, opacityOf } from './particle.ts';

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

test('it comes, shines and goes', () => {
  const particle = createParticle(SPECK, 1_000, () => 0.5);
  expect(opacityOf(particle)).toBe(0);
  moveOn(particle, particle.life / 2);
  expect(opacityOf(particle)).toBeCloseTo(0.8);
  expect(hasEnded(particle)).toBe(false);
  moveOn(particle, particle.life);
  expect(opacityOf(particle)).toBe(0);
  expect(hasEnded(particle)).toBe(true);
});
