// The formats of languages that the browser's `Intl` lacks, once they are loaded.

export type DateStyle =
  | 'long'
  | 'medium'
  | 'time'
  | 'clock'
  | 'mediumWithTime'
  | 'shortWithTime'
  | 'weekday'
  | 'weekdayWithYear'
  | 'day'
  | 'dayWithHour';

export type UnitPart = Pick<Intl.NumberFormatPart, 'type' | 'value'>;

export interface Formats {
  /** The locale for `Intl.NumberFormat`. */
  readonly numbers: string;
  readonly date: (style: DateStyle, date: Date, isUtc: boolean) => string;
  readonly unit: (value: number, options: Intl.NumberFormatOptions) => readonly UnitPart[];
  readonly list: (items: readonly string[], type: 'conjunction' | 'unit') => string;
  readonly languageName: (tag: string) => string | undefined;
}

const formatsOfLocale = new Map<string, Formats>();

export const addFormats = (locale: string, formats: Formats): void =>
  void formatsOfLocale.set(locale, formats);

/** Undefined for languages that `Intl` knows. */
export const ownFormats = (locale: string): Formats | undefined => formatsOfLocale.get(locale);
