// Numbers with units, in the language of the interface and the region of the browser.
import { listText, partsText } from './formats.ts';
import { formatLocale } from './languages.ts';
import { ownFormats, type UnitPart } from './own-formats.ts';

type Parts = readonly UnitPart[];
type Unit = 'second' | 'millisecond' | 'minute' | 'hour' | 'megabyte' | 'gigabyte';
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

/** Formats a limit as file managers count, `8 MB` for 8 MiB, so that the text never exceeds the limit. */
export const mebibytesText = (bytes: number, locale: string): string =>
  unitText(bytes / MEBIBYTE, 'megabyte', locale);

/** `10s`, for narrow places. */
export const secondsText = (
  seconds: number,
  locale: string,
  { digits = 1, ...options }: UnitOptions = {},
): string => joined(secondParts(seconds, locale, { maximumFractionDigits: digits, ...options }));

export const percentageText = (percentage: number, locale: string): string =>
  joined(unitParts(percentage, locale, { unit: 'percent' }));

/** The unit of a number in a field. */
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

/** Some languages have no narrow unit: `Intl` then writes a Latin `s`, even in Japanese and Persian. */
function secondParts(
  seconds: number,
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Parts {
  const parts = (unitDisplay: 'narrow' | 'short') =>
    unitParts(seconds, locale, { unit: 'second', unitDisplay, ...options });
  const narrow = parts('narrow');
  return isForeign(narrow, locale) ? parts('short') : narrow;
}

const unitParts = (value: number, locale: string, options: Intl.NumberFormatOptions): Parts =>
  ownFormats(locale)?.unit(value, options) ??
  new Intl.NumberFormat(formatLocale(locale), { style: 'unit', ...options }).formatToParts(value);

const unitOf = (parts: Parts): string => parts.find(({ type }) => type === 'unit')?.value ?? '';

const isForeign = (parts: Parts, locale: string): boolean =>
  /\p{Script=Latin}/u.test(unitOf(parts)) && new Intl.Locale(locale).maximize().script !== 'Latn';

const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const RIGHT_TO_LEFT_ISOLATE = '\u2067';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** The invisible mark before a minus sign would also set the direction of the text around the number. */
function joined(parts: Parts): string {
  const text = partsText(parts);
  return RIGHT_TO_LEFT.test(text)
    ? `${RIGHT_TO_LEFT_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
    : text;
}

/** `1 hr 53 min`, localized. */
export function runtimeText(minutes: number, locale: string): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  const parts = [
    ...(hours > 0 ? [unitText(hours, 'hour', locale)] : []),
    ...(rest > 0 || hours === 0 ? [unitText(rest, 'minute', locale)] : []),
  ];
  return listText(parts, locale, 'unit');
}
