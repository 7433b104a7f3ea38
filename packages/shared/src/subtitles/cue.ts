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
