// How much goes into one request.
import type { Unsent } from './pending.ts';
import { changeOf } from './serialize.ts';

/** Characters; servers read 1 MiB, and a character may be four bytes. */
export const MAX_BATCH_CHARACTERS = 250_000;
/** Bytes that a browser carries for a page that is gone, less what frames them. */
export const MAX_PARTING_CHARACTERS = 15_000;

interface Limits {
  readonly maxCount: number;
  readonly maxCharacters: number;
}

export function batchesOf<T>(
  entries: readonly T[],
  { maxCount, maxCharacters }: Limits,
  lengthOf: (entry: T) => number,
): T[][] {
  const batches: T[][] = [];
  let characters = 0;
  for (const entry of entries) {
    const length = lengthOf(entry);
    const last = batches.at(-1);
    if (!last || last.length >= maxCount || characters + length > maxCharacters) {
      batches.push([entry]);
      characters = length;
    } else {
      last.push(entry);
      characters += length;
    }
  }
  return batches;
}

export function lengthOfChange(entry: Unsent): number {
  return JSON.stringify(changeOf(entry) ?? '').length + 1;
}
