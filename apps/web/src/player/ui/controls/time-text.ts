import { dateFormat } from '#i18n/dates.ts';
import { numberFormat } from '#i18n/formats.ts';

type NumberFormat = ReturnType<typeof numberFormat>;

/** Caches the formats for one and for two digits by language: a transcript shows thousands of times. */
const formats = new Map<string, readonly [NumberFormat, NumberFormat]>();

function formatsOf(language: string): readonly [NumberFormat, NumberFormat] {
  const found = formats.get(language);
  if (found) return found;
  const made = [
    numberFormat(language),
    numberFormat(language, { minimumIntegerDigits: 2 }),
  ] as const;
  formats.set(language, made);
  return made;
}

/** 63 → `1:03`, 3723 → `1:02:03`, with the digits of the language. */
export function timeText(seconds: number, language: string): string {
  const [plain, padded] = formatsOf(language);
  const total = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = padded.format(total % 60);
  return hours > 0
    ? `${plain.format(hours)}:${padded.format(minutes)}:${rest}`
    : `${plain.format(minutes)}:${rest}`;
}

interface Finish {
  readonly nowMs: number;
  readonly remaining: number;
  readonly rate: number;
  readonly language: string;
}

/** Returns the time on the viewer's clock when the video ends, at the current rate. */
export function finishText({ nowMs, remaining, rate, language }: Finish): string {
  return dateFormat(language, 'clock').format(nowMs + (remaining / rate) * 1_000);
}
