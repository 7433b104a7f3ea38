import { expect, test } from 'vitest';
import { chooseKinds, createParticle, framesOf, lifeMs } from './particles.ts';

const SPECK = { shape: 'speck', sizes: [1, 1] } as const;
const FISH = { shape: 'fish', sizes: [10, 11] } as const;

test.each([0, 0.25, 0.5, 0.999])(
  'with the random value %d a speck stays inside the light',
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

test('fish swim left or right for fifteen seconds', () => {
  const [left, right] = [0.9, 0.1].map((chance) => createParticle(FISH, 1_000, () => chance));
  expect(left?.dx).toBeLessThan(0);
  expect(right?.dx).toBeGreaterThan(0);
  expect(left?.dy).toBeCloseTo(0);
  expect(left?.life).toBe(1_800);
});

test('a particle fades in and out along a straight line', () => {
  const particle = createParticle(SPECK, 1_000, () => 0.5);
  const frames = framesOf(particle);
  const [first, middle, last] = [frames[0], frames[frames.length >> 1], frames.at(-1)];
  expect([first, middle, last].map((frame) => frame?.opacity)).toEqual([0, 0.8, 0]);
  expect(first?.transform).toBe('translate(500.00px, 55.00px)');
  expect(last?.transform).toBe(`translate(500.00px, ${(55 + 0.06 * 1_080).toFixed(2)}px)`);
  expect(lifeMs(particle)).toBe(9_000);
});

test('a fish faces the direction it swims', () => {
  const [left, right] = [0.9, 0.1].map((chance) =>
    framesOf(createParticle(FISH, 1_000, () => chance)).every(({ transform }) =>
      String(transform).endsWith('scaleX(-1)'),
    ),
  );
  expect([left, right]).toEqual([true, false]);
});

const never = () => 0.5;
const shapes = (date: string, random = never) => [
  ...new Set(chooseKinds(new Date(date), 20, random).map(({ shape }) => shape)),
];

test.each([
  ['2026-12-23T23:59:59', ['speck']],
  ['2026-12-24T00:00:00', ['snowflake', 'santa']],
  ['2026-12-26T23:59:59', ['snowflake', 'santa']],
  ['2026-12-27T00:00:00', ['speck']],
  ['2026-10-28T12:00:00', ['speck']],
  ['2026-10-29T12:00:00', ['ghost', 'pumpkin']],
  ['2026-10-31T12:00:00', ['ghost', 'pumpkin']],
  ['2026-04-20T12:00:00', ['leaf']],
  ['2026-04-21T12:00:00', ['speck']],
])('on %s the shapes are %j', (date, expected) => {
  expect(shapes(date)).toEqual(expected);
});

test('with a chance of 1 in 600 half of the particles are fish', () => {
  const kinds = chooseKinds(new Date('2026-06-01T12:00:00'), 20, () => 1 / 601);
  expect(kinds.map(({ shape }) => shape)).toEqual([
    ...Array.from({ length: 10 }, () => 'fish'),
    ...Array.from({ length: 10 }, () => 'speck'),
  ]);
  expect(shapes('2026-06-01T12:00:00', () => 1 / 600)).toEqual(['speck']);
});
