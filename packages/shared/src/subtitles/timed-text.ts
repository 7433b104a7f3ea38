// SRT, SBV and WebVTT: the same idea, one of them with a standard.
import { parseText, type VTTCue } from 'media-captions';
import { AT_THE_TOP, type Cue, readInChunks } from './cue.ts';
import { readStyles, type CueStyles } from './cue-styles.ts';
import { reduced } from './markup.ts';

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?: ?[.,:] ?(\d{1,3}))?`;
const TIMING = new RegExp(`^${TIME} ?-{1,2}> ?${TIME}(?: (.*))?$`);
const TOP = /\{\\an?[789]\}/;

export async function readWebVtt(lines: readonly string[]): Promise<Cue[]> {
  const styles = readStyles(lines.join('\n'));
  return await readInChunks(lines, isEmpty, async (slice) => {
    const { cues } = await parseText(slice.join('\n'), { type: 'vtt', errors: false });
    return cues.map((cue) => ({ ...cueOf(cue, styles), settings: settingsOf(cue) }));
  });
}

export async function readSrt(lines: readonly string[]): Promise<Cue[]> {
  return await readInChunks(straightened(lines), isEmpty, async (slice) => {
    const { cues } = await parseText(slice.join('\n'), { type: 'srt', errors: false });
    return cues.map((cue) => ({
      ...cueOf(cue),
      ...(TOP.test(cue.text) && { settings: AT_THE_TOP }),
    }));
  });
}

const SBV_TIMING = /^(\d{1,2}:\d{2}:\d{2}\.\d{1,3}),(\d{1,2}:\d{2}:\d{2}\.\d{1,3})$/;

export const isSbvTiming = (line: string): boolean => SBV_TIMING.test(line);

/** What YouTube gives its makers: SRT but for the times and a mark that breaks lines. */
export async function readSbv(lines: readonly string[]): Promise<Cue[]> {
  return await readSrt(
    lines.flatMap((line) => line.replace(SBV_TIMING, '$1 --> $2').split('[br]')),
  );
}

const isEmpty = (line: string): boolean => line === '';
/** It would fill the picture. */
const LONGEST_CUE = 2_000;

function cueOf({ startTime, endTime, text }: VTTCue, styles?: CueStyles): Cue {
  return { start: startTime, end: endTime, text: reduced(text.slice(0, LONGEST_CUE), styles) };
}

/** People write SRT by hand: times get their usual shape, and each cue the empty line before it. */
function straightened(lines: readonly string[]): string[] {
  const straight: string[] = [];
  for (const line of lines) {
    const timing = TIMING.exec(line);
    if (!timing) {
      straight.push(line);
      continue;
    }
    const number = /^\d+ ?$/.test(straight.at(-1) ?? '') ? straight.pop() : undefined;
    straight.push(
      '',
      number ?? '',
      `${timeOf(timing.slice(1, 5))} --> ${timeOf(timing.slice(5, 9))}`,
    );
  }
  return straight;
}

function timeOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (
  string | undefined
)[]): string {
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return `${clock}.${fraction.padEnd(3, '0')}`;
}

/** Written again from what was understood, so that nothing else gets through. */
function settingsOf(cue: VTTCue): string {
  const unit = cue.snapToLines ? '' : '%';
  const settings = {
    vertical: cue.vertical,
    line: cue.line === 'auto' ? '' : `${cue.line}${unit}${aligned(cue.lineAlign, 'start')}`,
    position:
      cue.position === 'auto' ? '' : `${cue.position}%${aligned(cue.positionAlign, 'auto')}`,
    size: cue.size === 100 ? '' : `${cue.size}%`,
    align: cue.align === 'center' ? '' : cue.align,
  };
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}:${value}`)
    .join(' ');
}

const aligned = (value: string, usual: string): string => (value === usual ? '' : `,${value}`);

// LRC comes with songs: each line has the times at which it begins, and lasts until the next one does.

const LRC_TIMES = /^(?:\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\] ?)+/;
const LRC_TIME = /\[(\d+):(\d+)(?:[.:](\d+))?\]/g;
/** When single words are sung. */
const LRC_WORD_TIME = /<\d{1,3}:\d{2}(?:[.:]\d{1,3})?> ?/g;
const LRC_OFFSET = /^\[offset: ?([+-]?\d{1,6})\]$/i;
/** What ends with nothing after it. */
const LAST_SECONDS = 5;

export const isLrcLine = (line: string): boolean => LRC_TIMES.test(line);

export function readLrc(lines: readonly string[]): Cue[] {
  const offset = lines
    .map((line) => LRC_OFFSET.exec(line)?.[1])
    .find((found) => found !== undefined);
  // Positive: sooner than it says.
  const early = Number(offset ?? 0) / 1_000;
  const begun = lines
    .flatMap((line) => {
      const times = LRC_TIMES.exec(line)?.[0] ?? '';
      const text = reduced(line.slice(times.length).replaceAll(LRC_WORD_TIME, ''));
      return [...times.matchAll(LRC_TIME)].map((time) => ({
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
