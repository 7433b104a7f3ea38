import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { regional } from '#lib/regional.ts';
import { dayKey, isDayBefore } from './history-days.ts';

/** A day as people call it; `at` in milliseconds since 1970. */
export function useDayName(at: number): string {
  const [now] = useState(Date.now);
  const { t, i18n } = useTranslation();
  if (dayKey(at) === dayKey(now)) return t(($) => $.history.today);
  if (isDayBefore(at, now)) return t(($) => $.history.yesterday);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(regional(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(at);
}
