import { InvalidSubtitle, type Cue, AT_THE_TOP } from './cue.ts';
import { readStyles, stylesOfColors, writeStyles, type CueStyles } from './cue-styles.ts';
import { decode, type EncodingHints } from './encoding.ts';
import { readAss } from './ass.ts';
import type { TextFormat } from './formats.ts';
import { isLrcLine, readLrc, isSbvTiming, readSbv, readSrt, readWebVtt } from './timed-text.ts';
import { readSami } from './sami.ts';
import { escaped, dropEmptyLines } from './markup.ts';

export class EmptySubtitle extends Error {
  override name = 'EmptySubtitle';
}

/** Converts any known format to WebVTT. Throws `EmptySubtitle` or `InvalidSubtitle`. */
export async function toWebVtt(
  bytes: Uint8Array,
  hints: EncodingHints & ReadOptions,
): Promise<string> {
  const text = decode(bytes, hints);
  if (text.trim() === '') throw new EmptySubtitle('The file is empty.');
  try {
    return webVttOf(await readCues(text, hints), readStyles(text));
  } catch (error) {
    if (error instanceof InvalidSubtitle) throw error;
    // A parser's crash on an invalid file must not look like a server error.
    throw new InvalidSubtitle("The file couldn't be read.", { cause: error });
  }
}

interface ReadOptions {
  /** ISO 639-1. */
  readonly language: string;
  /** The frame rate, if known. */
  readonly fps?: number | undefined;
}

/** Limits the time of parsers that aren't linear. */
const MAX_LINE_LENGTH = 2_000;
/** About a day of speech. */
const MAX_LINES = 200_000;
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

/** The most specific comes first, because the first match wins. */
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

/** Detects the format by the text, not by the file name. */
async function readCues(text: string, reading: ReadOptions): Promise<Cue[]> {
  const all = text
    .replaceAll('\0', '')
    .split(/\r\n|\n|\r/, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).replaceAll(/\s+/g, ' ').trim());
  const lines = { all, head: all.slice(0, HEAD_LINES) };
  const reader = Object.values(READERS).find(({ isOf }) => isOf(lines));
  if (!reader) throw new InvalidSubtitle("The file's format isn't supported.");
  return await reader.read(lines, reading);
}

// MicroDVD counts frames. Its first line often states the frame rate. No maintained library reads its times correctly.
const LINE = /^\{(\d{1,7})\}\{(\d{1,7})\}(.*)$/;
/** The default frame rate. */
const DEFAULT_FPS = 23.976;
const MAX_FPS = 240;
/** The duration of cues without an end. */
const DEFAULT_SECONDS = 3;

function readMicroDvd(lines: readonly string[], givenFps: number | undefined): Cue[] {
  const rows = lines.flatMap((line) => {
    const [, from, to, text = ''] = LINE.exec(line) ?? [];
    return from === undefined ? [] : [{ from: Number(from), to: Number(to), text }];
  });
  const [first] = rows;
  const inFile = first && first.from <= 1 && first.to <= 1 ? fpsOf(first.text) : undefined;
  const fps = inFile ?? fpsOf(String(givenFps)) ?? DEFAULT_FPS;
  return (inFile === undefined ? rows : rows.slice(1)).map(({ from, to, text }) => ({
    start: from / fps,
    end: to > from ? to / fps : from / fps + DEFAULT_SECONDS,
    text: dropEmptyLines(text.split('|').map(lineOf).join('\n')),
    ...(/^\{P:0\}/i.test(text) && { settings: AT_THE_TOP }),
  }));
}

function fpsOf(text: string): number | undefined {
  const fps = Number(text.trim().replace(',', '.'));
  return fps >= 1 && fps <= MAX_FPS ? fps : undefined;
}

/** Reads styles from `{y:b,i}` and a leading `/`. Drops all other braces. */
function lineOf(line: string): string {
  const styles = [...line.matchAll(/\{y:([^{}]{1,20})\}/gi)].flatMap(([, list = '']) =>
    list.toLowerCase().split(','),
  );
  const bare = line.replaceAll(/\{[a-z]:[^{}]*\}/gi, '').trim();
  const isSlanted = bare.startsWith('/');
  const text = escaped(isSlanted ? bare.slice(1) : bare);
  return ['u', 'i', 'b'].reduce(
    (inner, name) =>
      inner !== '' && (styles.includes(name) || (name === 'i' && isSlanted))
        ? `<${name}>${inner}</${name}>`
        : inner,
    text,
  );
}

const MAX_HOURS = 24;

/** Sorts the cues and drops invalid ones. Throws `InvalidSubtitle` if none remain. */
function webVttOf(cues: readonly Cue[], styles: CueStyles): string {
  const seen = new Set<string>();
  const blocks = cues
    .filter(isValidCue)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, text, settings = '' }) =>
      `${timeOf(start)} --> ${timeOf(end)} ${settings}`.trim().concat('\n', text, '\n'),
    )
    // Karaoke and shadow effects repeat lines.
    .filter((block) => !seen.has(block) && seen.add(block));
  if (blocks.length === 0) throw new InvalidSubtitle('The file contains no subtitles.');
  const rules = writeStyles(new Map([...styles, ...stylesOfColors(blocks)]));
  return `WEBVTT\n\n${rules}${blocks.join('\n')}`;
}

function isValidCue({ start, end, text }: Cue): boolean {
  return start >= 0 && end > start && end < MAX_HOURS * 3_600 && text !== '';
}

function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const parts = [
    milliseconds / 3_600_000,
    (milliseconds / 60_000) % 60,
    (milliseconds / 1_000) % 60,
  ];
  const clock = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return `${clock}.${String(milliseconds % 1_000).padStart(3, '0')}`;
}
