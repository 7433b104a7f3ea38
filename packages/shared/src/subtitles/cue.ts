export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Escaped WebVTT with `<b>`, `<i>`, `<u>` and classes. */
  readonly text: string;
  /** WebVTT cue settings, such as `line:10% align:start`. */
  readonly settings?: string;
}

/** The setting that shows a cue at the top of the video. */
export const AT_THE_TOP = 'line:0';

/** The file isn't a subtitle. Users see a message of `contract/subtitles.ts`. */
export class InvalidSubtitle extends Error {
  override name = 'NoSubtitle';
}

const SLICE_CHARACTERS = 64 * 1024;

/** Reads a long text in chunks and yields in between. A chunk ends after a line that `isEnd` accepts. */
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
    await yieldToOthers();
  }
  return cues;
}

const yieldToOthers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
