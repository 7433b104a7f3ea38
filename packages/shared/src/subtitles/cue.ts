export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** As WebVTT writes it: escaped, with `<b>`, `<i>` and `<u>` only. */
  readonly text: string;
  /** As WebVTT writes it: `line:10% align:start`; empty for the usual place. */
  readonly settings?: string;
}

/** At the top, for what would otherwise cover what is written at the bottom. */
export const AT_THE_TOP = 'line:0';

/** What somebody gave is no subtitle; a reader throws it, and people are told in the words of the contract. */
export class InvalidSubtitle extends Error {
  override name = 'NoSubtitle';
}

const SLICE_CHARACTERS = 64 * 1024;

/** Reads a long text bit by bit, so that meanwhile others are answered. A slice ends where `isEnd` says that one may. */
export async function readInChunks(
  lines: readonly string[],
  isEnd: (line: string) => boolean,
  read: (slice: readonly string[]) => readonly Cue[] | Promise<readonly Cue[]>,
): Promise<Cue[]> {
  const cues: Cue[] = [];
  let slice: string[] = [];
  let size = 0;
  for (const [at, line] of lines.entries()) {
    slice.push(line);
    size += line.length + 1;
    if (at < lines.length - 1 && (size < SLICE_CHARACTERS || !isEnd(line))) continue;
    for (const cue of await read(slice)) cues.push(cue);
    slice = [];
    size = 0;
    await breath();
  }
  return cues;
}

const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
