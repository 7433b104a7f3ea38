import type { Cue } from './cue.ts';

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
