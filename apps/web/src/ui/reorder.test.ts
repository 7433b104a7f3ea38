import { expect, test } from 'vitest';
import { idAfter, moveTo, arrowStep } from './reorder.ts';

const ids = ['a', 'b', 'c', 'd'];

test.each([
  ['forwards', 'a', 2, 'b c a d'],
  ['backwards', 'd', 0, 'd a b c'],
  ['to the end, however far', 'b', 99, 'a c d b'],
  ['to the beginning, however far', 'c', -5, 'c a b d'],
])('a title is put %s', (_, id, place, order) => {
  expect(moveTo(ids, id, place).join(' ')).toBe(order);
});

test.each([
  ['ArrowRight', 'ltr', 1],
  ['ArrowRight', 'rtl', -1],
  ['ArrowLeft', 'rtl', 1],
  ['ArrowDown', 'rtl', 4],
  ['ArrowUp', 'ltr', -4],
  ['Enter', 'ltr', undefined],
])('%s in %s text goes %s places', (key, direction, step) => {
  expect(arrowStep(key, { columns: 4, direction })).toBe(step);
});

test('the last has nothing behind it', () => {
  expect([idAfter(ids, 'a'), idAfter(ids, 'd')]).toEqual(['b', undefined]);
});
