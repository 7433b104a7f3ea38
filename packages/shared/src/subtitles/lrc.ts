// LRC comes with songs: each line has the times at which it begins, and lasts until the next one does.
import type { Cue } from './cue.ts';
import { reduced } from './markup.ts';

const TIMES = /^(?:\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\] ?)+/;
const TIME = /\[(\d+):(\d+)(?:[.:](\d+))?\]/g;
/** When single words are sung. */
const WORD_TIME = /<\d{1,3}:\d{2}(?:[.:]\d{1,3})?> ?/g;
const OFFSET = /^\[offset: ?([+-]?\d{1,6})\]$/i;
/** What ends with nothing after it. */
const LAST_SECONDS = 5;

export const isLrcLine = (line: string): boolean => TIMES.test(line);

export function readLrc(lines: readonly string[]): Cue[] {
  const offset = lines.map((line) => OFFSET.exec(line)?.[1]).find((found) => found !== undefined);
  // Positive: sooner than it says.
  const early = Number(offset ?? 0) / 1_000;
  const begun = lines
    .flatMap((line) => {
      const times = TIMES.exec(line)?.[0] ?? '';
      const text = reduced(line.slice(times.length).replaceAll(WORD_TIME, ''));
      return [...times.matchAll(TIME)].map((time) => ({
        start: Math.max(0, secondsOf(time) - early),
        text,
      }));
    })
    .toSorted((a, b) => a.start - b.start);
  return begun.map((cue, index) => ({
    ...cue,
    end: begun[index + 1]?.start ?? cue.start + LAST_SECONDS,
  }));
}

const secondsOf = ([, minutes, seconds, fraction = '0']: RegExpMatchArray): number =>
  Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
