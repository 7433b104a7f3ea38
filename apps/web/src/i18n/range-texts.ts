// The texts of a field for a number with a unit.
import type { TFunction } from 'i18next';
import { typedNumberText } from './formats.ts';
import { percentageText, secondsText, unitSign, type UnitSign } from './units.ts';

interface RangeTexts {
  readonly label: string;
  readonly labels: { readonly less: string; readonly more: string };
  /** Shown beside the number. */
  readonly unit: UnitSign;
  /** The number in the field. */
  readonly numberText: (value: number, decimals: number) => string;
  /** The text for screen readers. */
  readonly valueText: (value: number) => string;
}

const VALUE_TEXTS = { percent: percentageText, second: secondsText };

/** Returns a function that takes the name of the field. Percents are numbers up to 100. */
export function rangeTexts(t: TFunction, locale: string) {
  return (label: string, unit: keyof typeof VALUE_TEXTS): RangeTexts => ({
    label,
    labels: {
      less: t(($) => $.player.captionMenu.style.less, { name: label }),
      more: t(($) => $.player.captionMenu.style.more, { name: label }),
    },
    unit: unitSign(unit, locale),
    numberText: (value, decimals) => typedNumberText(value, locale, decimals),
    valueText: (value) => VALUE_TEXTS[unit](value, locale),
  });
}
