import { InvalidSubtitle, type Cue } from './cue.ts';
import { stylesOfColors, writeStyles, type CueStyles } from './cue-styles.ts';

const LONGEST_HOURS = 24;

/** The cues in order, without those that make no sense; throws where none does. */
export function webVttOf(cues: readonly Cue[], styles: CueStyles): string {
  const seen = new Set<string>();
  const blocks = cues
    .filter(isSane)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, text, settings = '' }) =>
      `${timeOf(start)} --> ${timeOf(end)} ${settings}`.trim().concat('\n', text, '\n'),
    )
    // Karaoke and shadows repeat a line over itself.
    .filter((block) => !seen.has(block) && seen.add(block));
  if (blocks.length === 0) throw new InvalidSubtitle('There is no cue in it.');
  const rules = writeStyles(new Map([...styles, ...stylesOfColors(blocks)]));
  return `WEBVTT\n\n${rules}${blocks.join('\n')}`;
}

function isSane({ start, end, text }: Cue): boolean {
  return start >= 0 && end > start && end < LONGEST_HOURS * 3_600 && text !== '';
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
