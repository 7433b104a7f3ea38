// The texts of a field for a number with a unit.
import type { TFunction } from 'i18next';
import { numberText } from './formats.ts';
import { formatLocale } from './languages.ts';

interface RangeTexts {
  readonly label: string;
  readonly labels: { readonly less: string; readonly more: string };
  /** Shown beside the number. */
  readonly unit: string;
  /** For screen readers. */
  readonly valueText: (value: number) => string;
}

const FORMATS = {
  percent: { style: 'unit', unit: 'percent' },
  second: { style: 'unit', unit: 'second', unitDisplay: 'narrow' },
} as const satisfies Readonly<Record<string, Intl.NumberFormatOptions>>;

/** Returns a function that takes the name of the field. Percents are numbers up to 100. */
export function rangeTexts(t: TFunction, locale: string) {
  return (label: string, unit: keyof typeof FORMATS): RangeTexts => ({
    label,
    labels: {
      less: t(($) => $.player.captionMenu.style.less, { name: label }),
      more: t(($) => $.player.captionMenu.style.more, { name: label }),
    },
    unit: unitSign(FORMATS[unit], locale),
    valueText: (value) => numberText(value, locale, FORMATS[unit]),
  });
}

function unitSign(format: Intl.NumberFormatOptions, locale: string): string {
  const parts = new Intl.NumberFormat(formatLocale(locale), format).formatToParts(1);
  return parts.find(({ type }) => type === 'unit' || type === 'percentSign')?.value ?? '';
}
