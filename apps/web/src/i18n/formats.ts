// Numbers, lists and names of languages, in the language of the interface and the region of the browser. Units and
// dates: see units.ts and dates.ts.
import { formatLocale } from './languages.ts';
import { ownFormats, type UnitPart } from './own-formats.ts';

export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Pick<Intl.NumberFormat, 'format'> {
  const formats = ownFormats(locale);
  if (formats && options.style === 'unit')
    return { format: (value) => partsText(formats.unit(Number(value), options)) };
  return new Intl.NumberFormat(formats?.numbers ?? formatLocale(locale), options);
}

export const partsText = (parts: readonly UnitPart[]): string =>
  parts.map(({ value }) => value).join('');

export const numberText = (
  value: number,
  locale: string,
  options: Intl.NumberFormatOptions = {},
): string => numberFormat(locale, options).format(value);

/** Formats a year, without a thousands separator. */
export const yearText = (year: number, locale: string): string =>
  numberText(year, locale, { useGrouping: false });

/** `Sintel (2010)`, which distinguishes titles with the same name. */
export const titleWithYear = (title: string, year: number | undefined, locale: string): string =>
  year ? `${title} (${yearText(year, locale)})` : title;

/** 0.4 → `40%`. */
export const percentText = (fraction: number, locale: string): string =>
  numberText(fraction, locale, { style: 'percent' });

/** Formats a number for a field, without thousands separators and invisible marks, which would disturb the cursor. */
export const typedNumberText = (value: number, locale: string, digits: number): string =>
  numberText(value, locale, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).replaceAll(/\p{Cf}/gu, '');

/** `A, B, and C`. With `unit`, for hours and minutes: `A B`. */
export const listText = (
  items: readonly string[],
  locale: string,
  type: 'conjunction' | 'unit' = 'conjunction',
): string =>
  ownFormats(locale)?.list(items, type) ??
  new Intl.ListFormat(formatLocale(locale), {
    type,
    style: type === 'unit' ? 'narrow' : 'long',
  }).format(items);

/** `de` → `German`; undefined for tags that are invalid or unknown. */
export function languageName(tag: string, locale: string): string | undefined {
  try {
    const [canonical = tag] = Intl.getCanonicalLocales(tag);
    return (
      ownFormats(locale)?.languageName(canonical) ??
      new Intl.DisplayNames([locale, 'en'], { type: 'language', fallback: 'none' }).of(canonical)
    );
  } catch {
    return undefined;
  }
}
