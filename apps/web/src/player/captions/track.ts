import type { CaptionTrack, ImageCaptionTrack } from '@matinee/shared/media/stream';

/** Who offers it: the source of the stream, the medium itself, a subtitle service, or the viewer. */
export type CaptionOrigin = 'stream' | 'medium' | 'service' | 'file';

export interface CaptionEntry extends Omit<CaptionTrack, 'type'> {
  readonly type: CaptionTrack['type'] | ImageCaptionTrack['type'];
  readonly origin: CaptionOrigin;
  /** What it is called where it comes from. */
  readonly label?: string | undefined;
  readonly forced?: boolean | undefined;
  readonly hearingImpaired?: boolean | undefined;
  readonly machineTranslated?: boolean | undefined;
  /** Of a file that is here already. */
  readonly text?: string | undefined;
  readonly styled?: StyledCaption | undefined;
}

const baseOf = (language: string) => language.split('-')[0];

/** The one that most would want of a language: all that is said, and no more. */
export function bestTrack(
  tracks: readonly CaptionEntry[],
  language: string,
): CaptionEntry | undefined {
  const alike = tracks.filter((track) => baseOf(track.language) === baseOf(language));
  return alike.toSorted((a, b) => oddity(a, language) - oddity(b, language))[0];
}

function oddity(track: CaptionEntry, language: string): number {
  const { forced = false, hearingImpaired = false, machineTranslated = false } = track;
  return (
    Number(forced) * 16 +
    Number(machineTranslated) * 8 +
    Number(track.type === 'pgs') * 4 +
    Number(track.language !== language) * 2 +
    Number(hearingImpaired)
  );
}

/** Tracks that can be shown beside the first: text only, and one track of the medium at a time. */
export function secondTracks(
  tracks: readonly CaptionEntry[],
  first: string | null,
): readonly CaptionEntry[] {
  const isMediumTaken = tracks.some(({ id, origin }) => id === first && origin === 'medium');
  return tracks.filter(
    ({ id, origin, type }) =>
      type !== 'pgs' && id !== first && !(isMediumTaken && origin === 'medium'),
  );
}

/** The languages that this viewer is likely to want first, then by what they are called. */
export function sortedTracks(
  tracks: readonly CaptionEntry[],
  dearest: readonly (string | null | undefined)[],
  nameOf: (track: CaptionEntry) => string,
): readonly CaptionEntry[] {
  const wanted = dearest.flatMap((language) => (language ? [baseOf(language)] : []));
  const rank = ({ language }: CaptionEntry) => {
    const at = wanted.indexOf(baseOf(language));
    return at === -1 ? wanted.length : at;
  };
  return tracks.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      nameOf(a).localeCompare(nameOf(b)) ||
      oddity(a, a.language) - oddity(b, b.language),
  );
}

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

/** What a viewer is told of a file that is not one; the words are those of the error catalogue. */
export const CAPTION_ERRORS = {
  empty: 'Given text is empty',
  invalid: 'Invalid subtitle format',
} as const;
