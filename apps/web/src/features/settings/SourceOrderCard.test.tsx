import { expect, test } from 'vitest';
import { applyOrder } from './SourceOrderCard.tsx';

const all = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

test('sources in the order come first, others follow, and removed ones are ignored', () => {
  expect(applyOrder(all, ['c', 'gone', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(applyOrder(all, [])).toEqual(all);
});
