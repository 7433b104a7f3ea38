const SHAPE = /^\d+(:\d+)*$/;
const HIGHEST = 59;

/** The second that a `t` parameter names: `192`, `3:30` or `1:30:02`; undefined when it is none of these. */
export function parseStartTime(text: string | null): number | undefined {
  if (text === null || !SHAPE.test(text)) return undefined;
  const [seconds = 0, minutes = 0, hours = 0] = text.split(':').map(Number).toReversed();
  const cappedMinutes = Math.min(minutes, HIGHEST);
  const cappedSeconds = cappedMinutes > 0 ? Math.min(seconds, HIGHEST) : seconds;
  const total = hours * 3600 + cappedMinutes * 60 + cappedSeconds;
  return Number.isSafeInteger(total) ? total : undefined;
}
