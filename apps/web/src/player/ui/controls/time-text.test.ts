import { expect, test } from 'vitest';

import { finishText, timeText } from './time-text.ts';

test.each([
  [0, '0:00'],
  [63.9, '1:03'],
  [3_599, '59:59'],
  [3_723, '1:02:03'],
  [-4, '0:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(timeText(seconds, 'en')).toBe(text);
});

test('times have the digits of the language', () => {
  expect(timeText(3_723, 'fa')).toBe('۱:۰۲:۰۳');
});

test('the end time is earlier at a higher speed', () => {
  const nowMs = new Date(2026, 0, 1, 20, 0).getTime();
  const at = (rate: number) => finishText({ nowMs, remaining: 3_600, rate, language: 'de' });
  expect([at(1), at(2)]).toEqual(['21:00', '20:30']);
});
