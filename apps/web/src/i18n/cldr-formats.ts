// Formats for languages that the browser's `Intl` lacks (five in Chromium), from data that vite-cldr-data.ts writes.
import type { DateStyle, Formats, UnitPart } from './own-formats.ts';

export type DateField = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dayPeriod';

/** `names` lists the weekdays from Sunday, the months from January, or the day period of each hour. */
export type DatePart =
  | { readonly literal: string }
  | { readonly field: DateField; readonly names: readonly string[] }
  | { readonly field: DateField; readonly digits: number; readonly is12Hours: boolean };

/** `pair` separates the items of a list of two. Longer lists have `middle`, and `last` before the last item. */
export interface Separators {
  readonly pair: string;
  readonly middle: string;
  readonly last: string;
}

export interface CldrData {
  /** A language that browsers have and that writes numbers in the same way. */
  readonly numbers: string;
  readonly dates: Readonly<Record<DateStyle, readonly DatePart[]>>;
  /** By `hour short`, then by plural category; `integer` stands for the number. */
  readonly units: Readonly<Record<string, Readonly<Record<string, readonly UnitPart[]>>>>;
  readonly lists: Readonly<Record<'conjunction' | 'unit', Separators>>;
  /** By language tag. */
  readonly languages: Readonly<Record<string, string>>;
}

export function createFormats(locale: string, data: CldrData): Formats {
  const { numbers } = data;
  const numberText = (value: number, digits: number): string =>
    new Intl.NumberFormat(numbers, { useGrouping: false, minimumIntegerDigits: digits }).format(
      value,
    );
  const partText = (part: DatePart, fields: DateFields): string => {
    if ('literal' in part) return part.literal;
    const value = fields[part.field];
    return 'names' in part
      ? (part.names[value] ?? '')
      : numberText(shown(part, value), part.digits);
  };
  return {
    numbers,
    date: (style, date, isUtc) => {
      const fields = fieldsOf(date, isUtc);
      return data.dates[style].map((part) => partText(part, fields)).join('');
    },
    unit: (value, { unit, unitDisplay = 'short', ...options }) => {
      const category = new Intl.PluralRules(locale, options).select(value);
      const forms = data.units[`${unit} ${unitDisplay}`] ?? {};
      const number = new Intl.NumberFormat(numbers, { ...options, style: 'decimal' });
      return (forms[category] ?? forms.other ?? []).flatMap((part) =>
        part.type === 'integer' ? number.formatToParts(value) : part,
      );
    },
    list: (items, type) => {
      const { pair, middle, last } = data.lists[type];
      if (items.length <= 2) return items.join(pair);
      return `${items.slice(0, -1).join(middle)}${last}${items.at(-1) ?? ''}`;
    },
    languageName: (tag) => data.languages[tag],
  };
}

type DateFields = Readonly<Record<DateField, number>>;

/** In UTC or in the user's time zone; weekdays and months count from 0. */
function fieldsOf(date: Date, isUtc: boolean): DateFields {
  const hour = isUtc ? date.getUTCHours() : date.getHours();
  return {
    weekday: isUtc ? date.getUTCDay() : date.getDay(),
    day: isUtc ? date.getUTCDate() : date.getDate(),
    month: isUtc ? date.getUTCMonth() : date.getMonth(),
    year: isUtc ? date.getUTCFullYear() : date.getFullYear(),
    hour,
    minute: isUtc ? date.getUTCMinutes() : date.getMinutes(),
    dayPeriod: hour,
  };
}

/** Returns the number that is written for a field. */
function shown(part: Extract<DatePart, { digits: number }>, value: number): number {
  if (part.field === 'month') return value + 1;
  if (part.field === 'year' && part.digits === 2) return value % 100;
  return part.field === 'hour' && part.is12Hours ? value % 12 || 12 : value;
}
