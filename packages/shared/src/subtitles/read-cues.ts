import { readAss } from './ass.ts';
import { NoSubtitle, type Cue } from './cue.ts';
import { isLrcLine, readLrc } from './lrc.ts';
import { readMicroDvd } from './micro-dvd.ts';
import { readSami } from './sami.ts';
import { isSbvTiming, readSbv, readSrt, readWebVtt } from './timed-text.ts';

export interface Reading {
  /** ISO 639-1. */
  readonly language: string;
  /** Frames a second, where somebody told. */
  readonly fps?: number | undefined;
}

/** No line of a subtitle is nearly so long; reading them takes longer than their length. */
const LONGEST_LINE = 2_000;
/** A day of talk. */
const MOST_LINES = 200_000;
const HEAD_LINES = 200;

/** Goes by what the text is, not by what it is called. */
export async function readCues(text: string, { language, fps }: Reading): Promise<Cue[]> {
  const lines = text
    .replaceAll('\0', '')
    .split(/\r\n|\n|\r/, MOST_LINES)
    .map((line) => line.slice(0, LONGEST_LINE).replaceAll(/\s+/g, ' ').trim());
  const head = lines.slice(0, HEAD_LINES);
  const some = (pattern: RegExp): boolean => head.some((line) => pattern.test(line));

  const [first = ''] = lines.filter((line) => line !== '');
  if (/^WEBVTT\b/.test(first)) return await readWebVtt(lines);
  if (some(/^\[(?:Script Info|V4\+? Styles|Events)\]/i)) return await readAss(lines);
  if (some(/^<(?:SAMI|SYNC)\b/i)) return readSami(lines.join('\n'), language);
  if (some(/^\{\d+\}\{\d+\}/)) return readMicroDvd(lines, fps);
  if (head.some(isSbvTiming)) return await readSbv(lines);
  if (lines.some((line) => line.includes('->'))) return await readSrt(lines);
  if (head.some(isLrcLine)) return readLrc(lines);
  throw new NoSubtitle('It is in none of the formats known here.');
}
