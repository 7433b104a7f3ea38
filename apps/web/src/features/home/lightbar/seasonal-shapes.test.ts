import { expect, test } from 'vitest';
import { chooseKinds } from './seasonal-shapes.ts';

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
])('on %s there drift %j', (date, expected) => {
  expect(shapes(date)).toEqual(expected);
});

test('one time in six hundred the first half are fish, on any day', () => {
  const kinds = chooseKinds(new Date('2026-06-01T12:00:00'), 20, () => 1 / 601);
  expect(kinds.map(({ shape }) => shape)).toEqual([
    ...Array.from({ length: 10 }, () => 'fish'),
    ...Array.from({ length: 10 }, () => 'speck'),
  ]);
  expect(shapes('2026-06-01T12:00:00', () => 1 / 600)).toEqual(['speck']);
});
