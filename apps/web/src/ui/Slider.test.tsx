import { expect, test } from 'vitest';
import { fractionAt, sliderStep } from './Slider.tsx';

test('ArrowRight is forward in ltr, and back in rtl', () => {
  expect([sliderStep('ArrowRight', 'ltr'), sliderStep('ArrowRight', 'rtl')]).toEqual([
    'forward',
    'back',
  ]);
  expect(sliderStep('Home', 'rtl')).toBe('start');
  expect(sliderStep('ArrowUp', 'ltr')).toBeUndefined();
});

test.each([
  [150, 'ltr', 0.25],
  [150, 'rtl', 0.75],
  [0, 'ltr', 0],
  [999, 'ltr', 1],
])('a pointer at %d in %s is at %d', (clientX, direction, fraction) => {
  expect(fractionAt(clientX, { left: 100, width: 200 }, direction)).toBe(fraction);
});

test('a slider without a width is at its start', () => {
  expect(fractionAt(50, { left: 0, width: 0 }, 'ltr')).toBe(0);
});
