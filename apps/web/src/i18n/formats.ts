// Numbers with units, in the language of the interface and the region of the browser.
import { formatLocale } from './languages.ts';

export function numberText(
  value: number,
  locale: string,
  options: Intl.NumberFormatOptions = {},
): string {
  return new Intl.NumberFormat(formatLocale(locale), options).format(value);
}

/** Without the separator of thousands. */
export const yearText = (year: number, locale: string): string =>
  numberText(year, locale, { useGrouping: false });

/** `Sintel (2010)`, which tells titles of the same name apart. */
export const titleWithYear = (title: string, year: number | undefined, locale: string): string =>
  year ? `${title} (${yearText(year, locale)})` : title;

/** 0.4 → `40%`. */
export const percentText = (fraction: number, locale: string): string =>
  numberText(fraction, locale, { style: 'percent' });

type Unit = 'second' | 'millisecond' | 'megabyte';
type UnitOptions = Pick<Intl.NumberFormatOptions, 'signDisplay'> & { readonly digits?: number };

/** Abbreviates the unit: `1.5 MB`. */
export const unitText = (
  value: number,
  unit: Unit,
  locale: string,
  { digits = 1, ...options }: UnitOptions = {},
): string =>
  joined(
    unitParts(value, locale, {
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
      ...options,
    }),
  );

const MEBIBYTE = 1024 * 1024;

/** Names a limit as file managers count: `8 MB` for 8 MiB, so that it is never more than the limit. */
export const mebibytesText = (bytes: number, locale: string): string =>
  unitText(bytes / MEBIBYTE, 'megabyte', locale);

/** `10s`, for places that are narrow. */
export const secondsText = (
  seconds: number,
  locale: string,
  { digits = 1, ...options }: UnitOptions = {},
): string => joined(secondParts(seconds, locale, { maximumFractionDigits: digits, ...options }));

export const percentageText = (percentage: number, locale: string): string =>
  joined(unitParts(percentage, locale, { unit: 'percent' }));

/** The unit of a number that stands in a field. */
export interface UnitSign {
  readonly text: string;
  /** Turkish writes `%5`. */
  readonly isFirst: boolean;
  /** The direction of the number and the unit together. */
  readonly dir: 'ltr' | 'rtl';
}

export function unitSign(unit: 'second' | 'percent', locale: string): UnitSign {
  const parts = unit === 'second' ? secondParts(1, locale) : unitParts(1, locale, { unit });
  const text = unitOf(parts);
  const at = (type: string) => parts.findIndex((part) => part.type === type);
  return {
    text,
    isFirst: at('unit') < at('integer'),
    dir: RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr',
  };
}

type Parts = readonly Pick<Intl.NumberFormatPart, 'type' | 'value'>[];

/** Languages whose units some browsers lack. */
const SECONDS = new Map([
  ['km', 'វិនាទី'],
  ['ne', 'सेकेन्ड'],
  ['pa', 'ਸਕਿੰਟ'],
]);

/** Some languages have no narrow unit: `Intl` then writes a Latin `s` in Japanese and Persian, too. */
function secondParts(
  seconds: number,
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Parts {
  const parts = (unitDisplay: 'narrow' | 'short') =>
    unitParts(seconds, locale, { unit: 'second', unitDisplay, ...options });
  const narrow = parts('narrow');
  if (!isForeign(narrow, locale)) return narrow;
  const short = parts('short');
  const unit = isForeign(short, locale) ? SECONDS.get(locale) : undefined;
  return short.map((part) =>
    part.type === 'unit' ? { ...part, value: unit ?? part.value } : part,
  );
}

const unitParts = (value: number, locale: string, options: Intl.NumberFormatOptions): Parts =>
  new Intl.NumberFormat(formatLocale(locale), { style: 'unit', ...options }).formatToParts(value);

const unitOf = (parts: Parts): string => parts.find(({ type }) => type === 'unit')?.value ?? '';

const isForeign = (parts: Parts, locale: string): boolean =>
  /\p{Script=Latin}/u.test(unitOf(parts)) && new Intl.Locale(locale).maximize().script !== 'Latn';

const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const RIGHT_TO_LEFT_ISOLATE = '\u2067';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** The invisible mark before a minus sign would set the direction of the text around the number, too. */
function joined(parts: Parts): string {
  const text = parts.map(({ value }) => value).join('');
  return RIGHT_TO_LEFT.test(text)
    ? `${RIGHT_TO_LEFT_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
    : text;
}

/** Writes a number into a field: without separators of thousands and invisible marks, which would be in the way of the cursor. */
export const typedNumberText = (value: number, locale: string, digits: number): string =>
  numberText(value, locale, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).replaceAll(/\p{Cf}/gu, '');

/**
 * `2026-11-20` → `November 20, 2026`, in any time zone. Gregorian, like the release years beside titles: the calendars of
 * Thai and Persian count other years.
 */
export const dayText = (
  day: string,
  locale: string,
  dateStyle: 'long' | 'medium' = 'long',
): string =>
  new Intl.DateTimeFormat(formatLocale(locale), {
    dateStyle,
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(new Date(day));

export function listText(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(formatLocale(locale)).format(items);
}
