import { expect, test } from 'vitest';
import { randomDisplayName } from './display-name.ts';

test.each([0, 0.5, 0.999_999])('%d is a nickname of two words', (number) => {
  expect(randomDisplayName(() => number)).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
});

test('both words are chosen at random', () => {
  const numbers = [0, 0.999];
  expect(randomDisplayName(() => numbers.shift() ?? 0)).toBe('Amber Wren');
});
