/** A file that says how it is drawn: the text of ASS, or the pictures of a Blu-ray disc (PGS). */
export type StyledCaption =
  | { readonly kind: 'ass'; readonly text: string }
  | { readonly kind: 'pgs'; readonly bytes: Uint8Array<ArrayBuffer> };

/** Draws over the picture until it is stopped. */
export interface StyledRenderer {
  /** Seconds by which it is shown later than it says; also after another size was chosen, or another window. */
  readonly redraw: (delay: number) => void;
  readonly stop: () => void;
}

/** Reading and drawing it is work for the page itself. */
const LONGEST_ASS = 2_000_000;
const HEAD_CHARACTERS = 64 * 1024;

/** Undefined for a text that has no styles, or too many. */
export function styledIn(text: string): StyledCaption | undefined {
  const isAss = /^\s*\[V4\+? Styles\]/im.test(text.slice(0, HEAD_CHARACTERS));
  return isAss && text.length <= LONGEST_ASS ? { kind: 'ass', text } : undefined;
}

/** Each segment of PGS begins with these letters. */
export const isPgs = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x47;
