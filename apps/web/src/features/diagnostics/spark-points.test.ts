import { expect, test } from 'vitest';
import { sparkPoints } from './spark-points.ts';

test('the line begins at one edge and ends at the other, and its highest point touches the ceiling', () => {
  expect(sparkPoints([5, 10, 0], [40, 10])).toBe('0,5 20,0 40,10');
});

test('what took no time at all lies on the floor', () => {
  expect(sparkPoints([0, 0], [40, 10])).toBe('0,10 40,10');
});
