import { expect, test } from 'vitest';
import { dayText } from './dates.ts';
import { titleWithYear, typedNumberText, yearText } from './formats.ts';
import { runtimeText, secondsText, unitSign, unitText } from './units.ts';

test('a year has the digits of the language, and no separator', () => {
  expect(yearText(1968, 'en')).toBe('1968');
  expect(yearText(1968, 'de')).toBe('1968');
  expect(yearText(1968, 'fa')).toBe('۱۹۶۸');
  expect(yearText(1968, 'bn')).toBe('১৯৬৮');
  expect(yearText(1968, 'ne')).toBe('१९६८');
});

test('a title has its year beside it, if that is known', () => {
  expect(titleWithYear('Sintel', 2010, 'en')).toBe('Sintel (2010)');
  expect(titleWithYear('Sintel', undefined, 'en')).toBe('Sintel');
});

test.each([
  ['en', '-1.5s'],
  ['de', '-1,5 Sek.'],
  ['ja', '-1.5 秒'],
  ['ko', '-1.5초'],
  ['th', '-1.5วิ'],
  ['km', '-1.5 វិនាទី'],
  ['en-x-tok', '-1.5s'],
])('seconds in %s have a unit of its script: %s', (locale, text) => {
  expect(secondsText(-1.5, locale).replaceAll(' ', ' ')).toBe(text);
});

test('a right-to-left unit sets the direction of its number, whatever stands around it', () => {
  expect(secondsText(-1.5, 'he')).toMatch(/^\u2067\u200e-1\.5.שנ׳\u2069$/);
  expect(secondsText(2, 'fa')).toMatch(/^\u2067۲.ثانیه\u2069$/);
  expect(unitText(2, 'second', 'en')).toBe('2 sec');
});

test('a unit stands on the side where its language writes it', () => {
  expect(unitSign('percent', 'en')).toEqual({ text: '%', isFirst: false, dir: 'ltr' });
  expect(unitSign('percent', 'tr')).toEqual({ text: '%', isFirst: true, dir: 'ltr' });
  expect(unitSign('second', 'ar')).toEqual({ text: 'ث', isFirst: false, dir: 'rtl' });
  expect(unitSign('second', 'fa')).toEqual({ text: 'ثانیه', isFirst: false, dir: 'rtl' });
});

test.each([
  ['en', '-1234.0'],
  ['de', '-1234,0'],
  ['sv', '−1234,0'],
  ['he', '-1234.0'],
  ['fa', '−۱۲۳۴٫۰'],
  ['bn', '-১২৩৪.০'],
])('a number to type in %s is %s', (locale, text) => {
  expect(typedNumberText(-1234, locale, 1)).toBe(text);
});

test('a release date is in the calendar of release years', () => {
  expect(dayText('2031-10-01', 'en')).toBe('October 1, 2031');
  expect(dayText('2031-10-01', 'th')).toBe('1 ตุลาคม ค.ศ. 2031');
  expect(dayText('2031-10-01', 'fa')).toBe('۱ اکتبر ۲۰۳۱');
  expect(dayText('2031-10-01', 'th', 'medium')).toContain('2031');
});

test.each([
  [113, 'en', '1 hr 53 min'],
  [120, 'en', '2 hr'],
  [45, 'en', '45 min'],
  [113, 'de', '1 Std., 53 Min.'],
])('%i minutes in %s are %s', (minutes, language, text) => {
  expect(runtimeText(minutes, language).replaceAll(/\s/g, ' ')).toBe(text);
});
