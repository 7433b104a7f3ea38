import { expect, test } from 'vitest';
import { createKept } from './kept.ts';

test('what was asked for longest ago makes room', () => {
  const kept = createKept<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
});

test('what is set again takes no second place', () => {
  const kept = createKept<number>(2);
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['b', 3],
  ] as const)
    kept.set(key, value);
  expect([kept.get('a'), kept.get('b')]).toEqual([1, 3]);
});
