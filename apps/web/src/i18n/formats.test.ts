import { expect, test } from 'vitest';
import { yearText } from './formats.ts';

test('a year has the digits of the language, and no separator', () => {
  expect(yearText(1968, 'en')).toBe('1968');
  expect(yearText(1968, 'de')).toBe('1968');
  expect(yearText(1968, 'fa')).toBe('۱۹۶۸');
  expect(yearText(1968, 'bn')).toBe('১৯৬৮');
  expect(yearText(1968, 'ne')).toBe('१९६८');
});
