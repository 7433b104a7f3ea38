import type { CheckFacts } from '@matinee/shared/contract/diagnostics';
import { dateFormat, dayText } from '#i18n/dates.ts';
import { numberText } from '#i18n/formats.ts';

const MS = {
  Ms: 1,
  Minutes: 60_000,
  Hours: 3_600_000,
  Days: 86_400_000,
} as const;

/** Values for a text: `sizeBytes` becomes `size`, as `1.5 MB`; `2026-11-20` becomes `November 20, 2026`. */
export function factTexts(facts: CheckFacts, locale: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const unit = /(?:Bytes|Ms|Minutes|Hours|Days)$/.exec(name)?.[0] ?? '';
      const plain = name.slice(0, name.length - unit.length);
      if (typeof value === 'string')
        return [plain, DAY.test(value) ? dayText(value, locale) : value];
      if (unit === 'Bytes') return [plain, bytesText(value, locale)];
      const ms = Object.entries(MS).find(([suffix]) => suffix === unit)?.[1];
      return [
        plain,
        ms === undefined ? numberText(value, locale) : durationText(value * ms, locale),
      ];
    }),
  );
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const SIZES = [
  [1e12, 'terabyte'],
  [1e9, 'gigabyte'],
  [1e6, 'megabyte'],
  [0, 'kilobyte'],
] as const;

export function bytesText(bytes: number, locale: string): string {
  const [size, unit] = SIZES.find(([from]) => bytes >= from) ?? SIZES[3];
  return numberText(bytes / (size || 1e3), locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: bytes >= 1e9 ? 1 : 0,
  });
}

const DURATIONS = [
  [2 * MS.Days, MS.Days, 'day'],
  [2 * MS.Hours, MS.Hours, 'hour'],
  [2 * MS.Minutes, MS.Minutes, 'minute'],
  [1_000, 1_000, 'second'],
  [0, 1, 'millisecond'],
] as const;

function durationText(ms: number, locale: string): string {
  const [, length, unit] = DURATIONS.find(([from]) => ms >= from) ?? DURATIONS[4];
  return numberText(ms / length, locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'millisecond' ? 'short' : 'long',
    maximumFractionDigits: unit === 'second' || ms < 10 ? 1 : 0,
  });
}

/** `iso`: ISO 8601. */
export const dateTimeText = (iso: string, locale: string): string =>
  dateFormat(locale, 'mediumWithTime').format(Date.parse(iso));
