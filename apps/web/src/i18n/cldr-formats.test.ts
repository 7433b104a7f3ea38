import { expect, test } from 'vitest';
import { createFormats } from './cldr-formats.ts';
import { DATE_STYLES } from './dates.ts';
import type { DateStyle } from './own-formats.ts';
import { cldrDataOf } from '../../vite-cldr-data.ts';

// Node's `Intl` knows these languages, unlike Chromium's.
const LOCALES = ['gl', 'is', 'km', 'ne', 'pa'];
/** JSON, as the browser gets it. */
const formatsOf = (locale: string) =>
  createFormats(locale, JSON.parse(JSON.stringify(cldrDataOf(locale))));

test.each(LOCALES)('%s: dates are those of CLDR', (locale) => {
  const { dates } = cldrDataOf(locale);
  const formats = formatsOf(locale);
  let style: DateStyle;
  for (style in dates) {
    const format = new Intl.DateTimeFormat(locale, { ...DATE_STYLES[style], timeZone: 'UTC' });
    for (let at = 0; at < 70; at += 1) {
      const date = new Date(Date.UTC(2024, 0, 1 + at * 11, (at * 5) % 24, (at * 7) % 60));
      expect(formats.date(style, date, true)).toBe(format.format(date));
    }
  }
});

test.each(LOCALES)(
  '%s: units, numbers, lists and names of languages are those of CLDR',
  (locale) => {
    const formats = formatsOf(locale);
    for (const unit of ['second', 'minute', 'hour', 'day', 'megabyte', 'gigabyte', 'percent']) {
      for (const unitDisplay of ['narrow', 'short', 'long'] as const) {
        const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
        const format = new Intl.NumberFormat(locale, options);
        for (const value of [0, 1, 1.5, 2, 21, 1_234.56, -1.5]) {
          const text = formats
            .unit(value, options)
            .map((part) => part.value)
            .join('');
          expect(text).toBe(format.format(value));
        }
      }
    }
    for (const style of ['decimal', 'percent'] as const) {
      for (const value of [0.45, 1_234, 1_234_567.5, -2]) {
        expect(new Intl.NumberFormat(formats.numbers, { style }).format(value)).toBe(
          new Intl.NumberFormat(locale, { style }).format(value),
        );
      }
    }
    for (const items of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]) {
      expect(formats.list(items, 'conjunction')).toBe(new Intl.ListFormat(locale).format(items));
      expect(formats.list(items, 'unit')).toBe(
        new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(items),
      );
    }
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    for (const tag of ['de', 'pt-BR', 'zh-Hant', locale]) {
      expect(formats.languageName(tag)).toBe(names.of(tag));
    }
  },
);

test('dates without a time zone are those of the user', () => {
  const date = new Date(2026, 10, 26, 14, 5);
  expect(formatsOf('is').date('mediumWithTime', date, false)).toBe('26. nóv. 2026, 14:05');
});
