import { expect, test } from 'vitest';
import { sparkPoints } from './CheckPanel.tsx';

test('the line spans the box, and its highest point touches the top', () => {
  expect(sparkPoints([5, 10, 0], [40, 10])).toBe('0,5 20,0 40,10');
});

test('runs of no time lie at the bottom', () => {
  expect(sparkPoints([0, 0], [40, 10])).toBe('0,10 40,10');
});
