// Text formats with times: SRT, SBV, WebVTT and LRC.
import { parseText, type VTTCue } from 'media-captions';
import { AT_THE_TOP, type Cue, readInChunks } from './cue.ts';
import { readStyles, type CueStyles } from './cue-styles.ts';
import { sanitizeCueText } from './markup.ts';

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
  return await readInChunks(normaliseSrt(lines), isEmpty, async (slice) => {
    const { cues } = await parseText(slice.join('\n'), { type: 'srt', errors: false });
    return cues.map((cue) => ({
      ...cueOf(cue),
      ...(TOP.test(cue.text) && { settings: AT_THE_TOP }),
    }));
  });
}

const SBV_TIMING = /^(\d{1,2}:\d{2}:\d{2}\.\d{1,3}),(\d{1,2}:\d{2}:\d{2}\.\d{1,3})$/;

export const isSbvTiming = (line: string): boolean => SBV_TIMING.test(line);

/** Reads YouTube's format: SRT with other times and `[br]` for line breaks. */
export async function readSbv(lines: readonly string[]): Promise<Cue[]> {
  return await readSrt(
    lines.flatMap((line) => line.replace(SBV_TIMING, '$1 --> $2').split('[br]')),
  );
}

const isEmpty = (line: string): boolean => line === '';
const MAX_CUE_LENGTH = 2_000;

function cueOf({ startTime, endTime, text }: VTTCue, styles?: CueStyles): Cue {
  return {
    start: startTime,
    end: endTime,
    text: sanitizeCueText(text.slice(0, MAX_CUE_LENGTH), styles),
  };
}

/** Normalizes hand-written SRT: formats times and inserts missing empty lines. */
function normaliseSrt(lines: readonly string[]): string[] {
  const normalised: string[] = [];
  for (const line of lines) {
    const timing = TIMING.exec(line);
    if (!timing) {
      normalised.push(line);
      continue;
    }
    const number = /^\d+ ?$/.test(normalised.at(-1) ?? '') ? normalised.pop() : undefined;
    normalised.push(
      '',
      number ?? '',
      `${timeOf(timing.slice(1, 5))} --> ${timeOf(timing.slice(5, 9))}`,
    );
  }
  return normalised;
}

function timeOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (
  string | undefined
)[]): string {
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return `${clock}.${fraction.padEnd(3, '0')}`;
}

/** Writes only the parsed settings, to drop invalid input. */
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

const LRC_TIMES = /^(?:\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\] ?)+/;
const LRC_TIME = /\[(\d+):(\d+)(?:[.:](\d+))?\]/g;
/** The times of single words. */
const LRC_WORD_TIME = /<\d{1,3}:\d{2}(?:[.:]\d{1,3})?> ?/g;
const LRC_OFFSET = /^\[offset: ?([+-]?\d{1,6})\]$/i;
/** The duration of the last cue. */
const LAST_SECONDS = 5;

export const isLrcLine = (line: string): boolean => LRC_TIMES.test(line);

export function readLrc(lines: readonly string[]): Cue[] {
  const offset = lines
    .map((line) => LRC_OFFSET.exec(line)?.[1])
    .find((found) => found !== undefined);
  // A positive offset means earlier.
  const early = Number(offset ?? 0) / 1_000;
  const starts = lines
    .flatMap((line) => {
      const times = LRC_TIMES.exec(line)?.[0] ?? '';
      const text = sanitizeCueText(line.slice(times.length).replaceAll(LRC_WORD_TIME, ''));
      return [...times.matchAll(LRC_TIME)].map((time) => ({
        start: Math.max(0, secondsOf(time) - early),
        text,
      }));
    })
    .toSorted((a, b) => a.start - b.start);
  return starts.map((cue, index) => ({
    ...cue,
    end: starts[index + 1]?.start ?? cue.start + LAST_SECONDS,
  }));
}

const secondsOf = ([, minutes, seconds, fraction = '0']: RegExpMatchArray): number =>
  Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
