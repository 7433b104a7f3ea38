import { parse } from 'ass-compiler';
import { AT_THE_TOP, type Cue, readInChunks } from './cue.ts';
import { escaped, dropEmptyLines } from './markup.ts';

type Dialogue = ReturnType<typeof parse>['events']['dialogue'][number];
type Fragment = Dialogue['Text']['parsed'][number];

/** Long overrides animate letters, which WebVTT can't do. They are slow to parse. */
const LONG_OVERRIDES = /\{[^{}]{200,}\}/g;
const STYLES = ['b', 'i', 'u'] as const;

/** Reads ASS and SSA: text, times, and the styles that WebVTT supports. */
export async function readAss(lines: readonly string[]): Promise<Cue[]> {
  const start = lines.findIndex((line) => /^\[Events\]/i.test(line));
  // Skip other sections, which may contain embedded fonts.
  const events = lines.slice(start + 1).filter((line) => /^(?:Format|Dialogue) ?:/i.test(line));
  const format = events.find((line) => /^Format/i.test(line)) ?? '';
  const dialogues = events
    .filter((line) => /^Dialogue/i.test(line))
    .map((line) => closed(line.replaceAll(LONG_OVERRIDES, '')));
  return await readInChunks(
    dialogues,
    () => true,
    (slice) =>
      parse(['[Events]', format, ...slice].join('\n')).events.dialogue.flatMap(
        (dialogue) => cueOf(dialogue) ?? [],
      ),
  );
}

/** Escapes unclosed braces, which make the parser quadratic. */
function closed(line: string): string {
  const end = line.lastIndexOf('}') + 1;
  return line.slice(0, end) + line.slice(end).replaceAll('{', '');
}

function cueOf({ Start, End, Text }: Partial<Dialogue>): Cue | undefined {
  if (Start === undefined || End === undefined || Text === undefined) return undefined;
  const text = dropEmptyLines(Text.parsed.reduce(append, { out: '', open: [] }).out);
  const isAtTheTop = Text.parsed.some(({ tags }) =>
    tags.some(({ an = 0, a = 0 }) => an >= 7 || (a >= 5 && a <= 7)),
  );
  return { start: Start, end: End, text, ...(isAtTheTop && { settings: AT_THE_TOP }) };
}

interface Written {
  readonly out: string;
  readonly open: readonly string[];
}

/** Closes the styles of each fragment, to nest tags correctly. */
function append({ out, open }: Written, { tags, text }: Fragment): Written {
  let now = open;
  for (const tag of tags) {
    if (tag.r !== undefined) now = [];
    for (const style of STYLES) {
      const value = tag[style];
      if (value === undefined) continue;
      now = now.filter((name) => name !== style);
      if (value !== 0) now = [...now, style];
    }
  }
  const words = escaped(text.replaceAll(/\\N/g, '\n').replaceAll(/\\[nh]/g, ' '));
  if (words.trim() === '') return { out: out + words, open: now };
  // End tags at line breaks, to allow removing empty lines.
  const lines = words.split('\n').map((line) => (line.trim() === '' ? line : wrapped(line, now)));
  return { out: out + lines.join('\n'), open: now };
}

function wrapped(line: string, styles: readonly string[]): string {
  const before = styles.map((name) => `<${name}>`).join('');
  const after = styles
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
  return before + line + after;
}
