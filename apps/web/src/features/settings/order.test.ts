import { expect, test } from 'vitest';
import { inOrder, movedTo } from './order.ts';

const all = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

test('chosen sources come first, new ones behind, and those that are gone are forgotten', () => {
  expect(inOrder(all, ['c', 'gone', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(inOrder(all, [])).toEqual(all);
});

test('what moves lands where it was put, downwards as upwards', () => {
  expect(movedTo(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
});
