import { readAss } from './ass.ts';
import { InvalidSubtitle, type Cue } from './cue.ts';
import type { TextFormat } from './formats.ts';
import { isLrcLine, readLrc } from './lrc.ts';
import { readMicroDvd } from './micro-dvd.ts';
import { readSami } from './sami.ts';
import { isSbvTiming, readSbv, readSrt, readWebVtt } from './timed-text.ts';

export interface ReadOptions {
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

interface Reader {
  readonly isOf: (text: Lines) => boolean;
  readonly read: (text: Lines, reading: ReadOptions) => Cue[] | Promise<Cue[]>;
}

interface Lines {
  readonly all: readonly string[];
  readonly head: readonly string[];
}

const some = ({ head }: Lines, pattern: RegExp): boolean => head.some((line) => pattern.test(line));

/** The first that says yes reads it: what is surest comes first. */
const READERS: Readonly<Record<TextFormat, Reader>> = {
  vtt: {
    isOf: ({ all }) => /^WEBVTT\b/.test(all.find((line) => line !== '') ?? ''),
    read: ({ all }) => readWebVtt(all),
  },
  ass: {
    isOf: (text) => some(text, /^\[(?:Script Info|V4\+? Styles|Events)\]/i),
    read: ({ all }) => readAss(all),
  },
  sami: {
    isOf: (text) => some(text, /^<(?:SAMI|SYNC)\b/i),
    read: ({ all }, { language }) => readSami(all.join('\n'), language),
  },
  microDvd: {
    isOf: (text) => some(text, /^\{\d+\}\{\d+\}/),
    read: ({ all }, { fps }) => readMicroDvd(all, fps),
  },
  sbv: { isOf: ({ head }) => head.some(isSbvTiming), read: ({ all }) => readSbv(all) },
  srt: {
    isOf: ({ all }) => all.some((line) => line.includes('->')),
    read: ({ all }) => readSrt(all),
  },
  lrc: { isOf: ({ head }) => head.some(isLrcLine), read: ({ all }) => readLrc(all) },
};

/** Goes by what the text is, not by what it is called. */
export async function readCues(text: string, reading: ReadOptions): Promise<Cue[]> {
  const all = text
    .replaceAll('\0', '')
    .split(/\r\n|\n|\r/, MOST_LINES)
    .map((line) => line.slice(0, LONGEST_LINE).replaceAll(/\s+/g, ' ').trim());
  const lines = { all, head: all.slice(0, HEAD_LINES) };
  const reader = Object.values(READERS).find(({ isOf }) => isOf(lines));
  if (!reader) throw new InvalidSubtitle('It is in none of the formats known here.');
  return await reader.read(lines, reading);
}
