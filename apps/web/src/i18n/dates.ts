// Dates and times, in the language of the interface and the region of the browser.
import { formatLocale } from './languages.ts';
import { ownFormats, type DateStyle } from './own-formats.ts';

/** Every format of dates and times in the interface. */
export const DATE_STYLES: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  long: { dateStyle: 'long' },
  medium: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  clock: { hour: 'numeric', minute: '2-digit' },
  mediumWithTime: { dateStyle: 'medium', timeStyle: 'short' },
  shortWithTime: { dateStyle: 'short', timeStyle: 'short' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  weekdayWithYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  dayWithHour: { day: 'numeric', month: 'short', hour: 'numeric' },
};

/** Times are milliseconds since 1970. The default time zone is the user's. */
export function dateFormat(
  locale: string,
  style: DateStyle,
  options: { readonly timeZone?: 'UTC'; readonly calendar?: 'gregory' } = {},
): { readonly format: (time: number) => string } {
  const formats = ownFormats(locale);
  if (!formats)
    return new Intl.DateTimeFormat(formatLocale(locale), { ...DATE_STYLES[style], ...options });
  return { format: (time) => formats.date(style, new Date(time), options.timeZone === 'UTC') };
}

/**
 * `2026-11-20` → `November 20, 2026`, in any time zone. Gregorian, like the release years beside titles: the calendars
 * of Thai and Persian count other years.
 */
export const dayText = (
  day: string,
  locale: string,
  dateStyle: 'long' | 'medium' = 'long',
): string =>
  dateFormat(locale, dateStyle, { timeZone: 'UTC', calendar: 'gregory' }).format(Date.parse(day));
