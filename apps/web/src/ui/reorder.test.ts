import { expect, test } from 'vitest';
import { arrowStep, idAfter, moveTo } from './reorder.ts';

const ids = ['a', 'b', 'c', 'd'];

test.each([
  ['forwards', 'a', 2, 'b c a d'],
  ['backwards', 'd', 0, 'd a b c'],
  ['to the end, however far', 'b', 99, 'a c d b'],
  ['to the beginning, however far', 'c', -5, 'c a b d'],
])('a title moves %s', (_, id, index, order) => {
  expect(moveTo(ids, id, index).join(' ')).toBe(order);
});

test.each([
  ['ArrowRight', 'ltr', 1],
  ['ArrowRight', 'rtl', -1],
  ['ArrowLeft', 'rtl', 1],
  ['ArrowDown', 'rtl', 4],
  ['ArrowUp', 'ltr', -4],
  ['Enter', 'ltr', undefined],
])('%s in %s text moves by %s', (key, direction, step) => {
  expect(arrowStep(key, { columns: 4, direction })).toBe(step);
});

test('no id follows the last one', () => {
  expect([idAfter(ids, 'a'), idAfter(ids, 'd')]).toEqual(['b', undefined]);
});
