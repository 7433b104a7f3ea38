// The times of a file's timeline thumbnails.

export const MAX_THUMBNAILS = 1_000;
const MAX_INTERVAL_SECONDS = 10;
/** The number for short videos, but at most one per second. */
const MIN_THUMBNAILS = 60;

/** Returns the seconds between two pictures. */
export const thumbnailInterval = (duration: number): number =>
  Math.max(1, duration / MAX_THUMBNAILS, Math.min(MAX_INTERVAL_SECONDS, duration / MIN_THUMBNAILS));

/** Sheets contain pictures in rows from the top left. */
export const SHEET_COLUMNS = 5;
export const SHEET_THUMBNAILS = SHEET_COLUMNS * SHEET_COLUMNS;

export interface ThumbnailTimes {
  readonly width: number;
  readonly height: number;
  /** Seconds. */
  readonly duration: number;
  /** The time of each picture in seconds. */
  readonly seconds: readonly number[];
}

/** Returns WebVTT with areas of the sheets as cues. At each time, the nearest picture is shown. */
export function thumbnailTrack({ width, height, duration, seconds }: ThumbnailTimes): string {
  const cues = seconds.map((second, at) => {
    const [before, after] = [seconds[at - 1], seconds[at + 1]];
    const from = before === undefined ? 0 : (before + second) / 2;
    const to = after === undefined ? Math.max(duration, second) : (second + after) / 2;
    const place = at % SHEET_THUMBNAILS;
    const x = (place % SHEET_COLUMNS) * width;
    const y = Math.floor(place / SHEET_COLUMNS) * height;
    const area = `${Math.floor(at / SHEET_THUMBNAILS)}.jpg#xywh=${x},${y},${width},${height}`;
    return `${stamp(from)} --> ${stamp(to)}\n${area}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (unit: number, size: number, digits = 2): string =>
    String(Math.floor(ms / unit) % size).padStart(digits, '0');
  const hours = String(Math.floor(ms / 3_600_000)).padStart(2, '0');
  return `${hours}:${part(60_000, 60)}:${part(1_000, 60)}.${part(1, 1_000, 3)}`;
}
