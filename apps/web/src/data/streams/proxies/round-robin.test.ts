import { expect, test } from 'vitest';
import { createRotation } from './server-rotation.ts';

test('starts at any entry and then goes round', () => {
  const rotation = createRotation(() => 0.5);
  const list = ['a', 'b', 'c'];
  expect(rotation.order(list)).toEqual(['b', 'c', 'a']);
  expect(rotation.order(list)).toEqual(['c', 'a', 'b']);
  expect(rotation.order(list)).toEqual(['a', 'b', 'c']);
});

test('restarts when the list has become shorter than its position', () => {
  const rotation = createRotation(() => 0.99);
  expect(rotation.order(['a', 'b', 'c'])[0]).toBe('c');
  expect(rotation.order(['a', 'b'])[0]).toBe('b');
});

test('returns nothing for an empty list', () => {
  expect(createRotation(() => 0).order([])).toEqual([]);
});
