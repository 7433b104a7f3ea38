import { formatLocale } from '#i18n/languages.ts';
/** 63 → `1:03`, 3723 → `1:02:03`. */
export function timeText(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const padded = String(total % 60).padStart(2, '0');
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}`
    : `${minutes}:${padded}`;
}

interface Finish {
  readonly nowMs: number;
  readonly remaining: number;
  readonly rate: number;
  readonly language: string;
}

/** The end by the viewer's clock, at the current rate. */
export function finishText({ nowMs, remaining, rate, language }: Finish): string {
  const clock = new Intl.DateTimeFormat(formatLocale(language), {
    hour: 'numeric',
    minute: '2-digit',
  });
  return clock.format(nowMs + (remaining / rate) * 1_000);
}
