import { InvalidSubtitle } from './cue.ts';
import { readStyles } from './cue-styles.ts';
import { decode, type EncodingHints } from './encoding.ts';
import { readCues, type ReadOptions } from './read-cues.ts';
import { webVttOf } from './webvtt.ts';

/** The file had nothing in it. */
export class EmptySubtitle extends Error {
  override name = 'EmptySubtitle';
}

/** Whatever somebody wrote becomes WebVTT; throws `EmptySubtitle` or `NoSubtitle`. */
export async function toWebVtt(
  bytes: Uint8Array,
  told: EncodingHints & ReadOptions,
): Promise<string> {
  const text = decode(bytes, told);
  if (text.trim() === '') throw new EmptySubtitle('There is nothing in it.');
  try {
    return webVttOf(await readCues(text, told), readStyles(text));
  } catch (error) {
    if (error instanceof InvalidSubtitle) throw error;
    // A reader that trips over a strange file must not look like a fault of the server.
    throw new InvalidSubtitle('It could not be read.', { cause: error });
  }
}
