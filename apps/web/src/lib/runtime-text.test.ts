import { expect, test } from 'vitest';
import { runtimeText } from './runtime-text.ts';

test.each([
  [113, 'en', '1 hr 53 min'],
  [120, 'en', '2 hr'],
  [45, 'en', '45 min'],
  [113, 'de', '1 Std., 53 Min.'],
])('runtime: %i minutes in %s are %s', (minutes, language, text) => {
  expect(runtimeText(minutes, language).replaceAll(/\s/g, ' ')).toBe(text);
});
