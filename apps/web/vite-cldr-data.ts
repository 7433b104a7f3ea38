// Writes formats of dates, units, lists and language names for languages that Chromium lacks. Node has all of CLDR.
import type { CldrData, DateField, DatePart, Separators } from './src/i18n/cldr-formats.ts';
import { DATE_STYLES } from './src/i18n/dates.ts';
import type { DateStyle, UnitPart } from './src/i18n/own-formats.ts';
import { isInvented, LANGUAGES } from './src/i18n/languages.ts';

/** Maps each language to one that browsers have and that writes numbers in the same way. */
const NUMBERS: Readonly<Record<string, string>> = {
  gl: 'de',
  is: 'nl',
  km: 'en',
  ne: 'en-IN-u-nu-deva',
  pa: 'en-IN',
};

const UNITS = [
  'millisecond',
  'second',
  'minute',
  'hour',
  'day',
  'kilobyte',
  'megabyte',
  'gigabyte',
  'terabyte',
  'percent',
] as const;

const DISPLAYS = ['narrow', 'short', 'long'] as const;

const FIELDS: readonly string[] = [
  'weekday',
  'day',
  'month',
  'year',
  'hour',
  'minute',
  'dayPeriod',
] satisfies DateField[];
const isField = (type: string): type is DateField => FIELDS.includes(type);

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** January 1, 2001 was a Monday. */
const at = (month: number, day: number, hour: number): Date =>
  new Date(Date.UTC(2001, month, day, hour, 1));

/** The dates that show every name of a field, in its order. */
const SHOWN: Partial<Record<DateField, readonly Date[]>> = {
  weekday: range(7).map((day) => at(0, 7 + day, 1)),
  month: range(12).map((month) => at(month, 1, 1)),
  dayPeriod: range(24).map((hour) => at(0, 1, hour)),
};

function datePartsOf(locale: string, style: DateStyle): readonly DatePart[] {
  const format = new Intl.DateTimeFormat(locale, { ...DATE_STYLES[style], timeZone: 'UTC' });
  const is12Hours = format.resolvedOptions().hourCycle === 'h12';
  return format.formatToParts(at(0, 1, 1)).map(({ type, value }): DatePart => {
    // `Intl` itself writes a plain space here, which old programs expect.
    if (!isField(type)) return { literal: value.replaceAll('\u202f', ' ') };
    if (/^\p{Nd}+$/u.test(value)) return { field: type, digits: value.length, is12Hours };
    const names = (SHOWN[type] ?? []).map(
      (date) => format.formatToParts(date).find((part) => part.type === type)?.value ?? '',
    );
    return { field: type, names };
  });
}

/** Returns an example number for each plural category that has one. */
function examples(locale: string): ReadonlyMap<string, number> {
  const rules = new Intl.PluralRules(locale);
  return new Map([2, 5, 0, 1].map((number) => [rules.select(number), number]));
}

function unitsOf(locale: string): CldrData['units'] {
  const names = UNITS.flatMap((unit) => DISPLAYS.map((display) => ({ unit, display })));
  return Object.fromEntries(
    names.map(({ unit, display }) => {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: display });
      const forms = [...examples(locale)].map(([category, number]) => [
        category,
        unitPartsOf(format, number),
      ]);
      return [`${unit} ${display}`, Object.fromEntries(forms)];
    }),
  );
}

const unitPartsOf = (format: Intl.NumberFormat, number: number): readonly UnitPart[] =>
  format
    .formatToParts(number)
    .map(({ type, value }) => ({ type, value: type === 'integer' ? '' : value }));

function separatorsOf(locale: string, options: Intl.ListFormatOptions): Separators {
  const format = new Intl.ListFormat(locale, options);
  const literals = (...items: readonly string[]): readonly string[] =>
    format.formatToParts(items).flatMap(({ type, value }) => (type === 'literal' ? value : []));
  const [pair = ''] = literals('a', 'b');
  const [middle = '', last = ''] = literals('a', 'b', 'c');
  return { pair, middle, last };
}

/** The names of all languages of ISO 639-1 and of the interface. */
function languageNames(locale: string): Readonly<Record<string, string>> {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const letters = range(26).map((letter) => String.fromCodePoint(97 + letter));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const own = LANGUAGES.flatMap((language) => (isInvented(language.locale) ? [] : language.locale));
  return Object.fromEntries(
    [...codes, ...own].flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, name] as const];
    }),
  );
}

export function cldrDataOf(locale: string): CldrData {
  const date = (style: DateStyle) => datePartsOf(locale, style);
  return {
    numbers: NUMBERS[locale] ?? 'en',
    dates: {
      long: date('long'),
      medium: date('medium'),
      time: date('time'),
      clock: date('clock'),
      mediumWithTime: date('mediumWithTime'),
      shortWithTime: date('shortWithTime'),
      weekday: date('weekday'),
      weekdayWithYear: date('weekdayWithYear'),
      day: date('day'),
      dayWithHour: date('dayWithHour'),
    },
    units: unitsOf(locale),
    lists: {
      conjunction: separatorsOf(locale, { type: 'conjunction' }),
      unit: separatorsOf(locale, { type: 'unit', style: 'narrow' }),
    },
    languages: languageNames(locale),
  };
}
