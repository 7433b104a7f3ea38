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

/** 0.4 → `40%`. */
export const percentText = (fraction: number, locale: string): string =>
  numberText(fraction, locale, { style: 'percent' });

type Unit = 'second' | 'millisecond' | 'megabyte';
type UnitOptions = Pick<Intl.NumberFormatOptions, 'signDisplay' | 'unitDisplay'> & {
  readonly digits?: number;
};

/** Abbreviates the unit: `1.5 MB`. */
export function unitText(
  value: number,
  unit: Unit,
  locale: string,
  { digits = 1, ...options }: UnitOptions = {},
): string {
  return numberText(value, locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
    ...options,
  });
}

/** `10s`, for places that are narrow. */
export const secondsText = (seconds: number, locale: string): string =>
  unitText(seconds, 'second', locale, { unitDisplay: 'narrow' });

/** `2026-11-20` → `November 20, 2026`, in any time zone. */
export const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );

export function listText(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(formatLocale(locale)).format(items);
}
