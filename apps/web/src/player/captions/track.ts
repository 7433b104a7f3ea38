import type { CaptionTrack, ImageCaptionTrack } from '@matinee/shared/media/stream';

import type { AttachedFont } from './attached-fonts.ts';

/** The provider: the stream's source, the medium, a subtitle service, or the viewer. */
export type CaptionOrigin = 'stream' | 'embedded' | 'service' | 'file';

export interface CaptionEntry extends Omit<CaptionTrack, 'type'> {
  readonly type: CaptionTrack['type'] | ImageCaptionTrack['type'];
  readonly origin: CaptionOrigin;
  /** The provider's name for the track. */
  readonly label?: string | undefined;
  readonly forced?: boolean | undefined;
  readonly hearingImpaired?: boolean | undefined;
  readonly machineTranslated?: boolean | undefined;
  /** The text of a file that has already loaded. */
  readonly text?: string | undefined;
  readonly styled?: StyledCaption | undefined;
  /** The parts of a track inside the medium that has its own layout. */
  readonly parts?: CaptionParts | undefined;
  /** The reason why a track inside the medium can't be shown: a message of `CAPTION_ERRORS`. */
  readonly unavailable?: string | undefined;
}

/** A track in parts. Each part contains everything that is shown in its time. */
export interface CaptionParts {
  readonly kind: StyledCaption['kind'];
  /** The second at which each part begins. */
  readonly starts: readonly number[];
  readonly urlOf: (part: number) => string;
  readonly fonts: readonly AttachedFont[];
}

const baseOf = (language: string) => language.split('-')[0];

/** The default track of a language: complete, in the original script, and without sound descriptions. */
export function bestTrack(
  tracks: readonly CaptionEntry[],
  language: string,
): CaptionEntry | undefined {
  const alike = tracks.filter(
    (track) => baseOf(track.language) === baseOf(language) && track.unavailable === undefined,
  );
  return alike.toSorted((a, b) => penalty(a, language) - penalty(b, language))[0];
}

/** Returns the forced track in the language of the audio. If that is unknown, returns the only forced track, if any. */
export function forcedTrack(
  tracks: readonly CaptionEntry[],
  spokenLanguage: string | undefined,
): CaptionEntry | undefined {
  const forced = tracks.filter(
    (track) =>
      track.forced === true && track.origin !== 'service' && track.unavailable === undefined,
  );
  if (spokenLanguage === undefined) return forced.length === 1 ? forced[0] : undefined;
  return bestTrack(forced, spokenLanguage);
}

/** Returns the medium's default track, for a viewer without a preferred language. */
export const defaultTrack = (tracks: readonly CaptionEntry[]): CaptionEntry | undefined =>
  tracks.find(
    ({ isDefault, forced, unavailable }) =>
      isDefault === true && forced !== true && unavailable === undefined,
  );

function penalty(track: CaptionEntry, language: string): number {
  const { forced = false, hearingImpaired = false, machineTranslated = false } = track;
  const { isDefault = false } = track;
  return (
    Number(forced) * 32 +
    Number(machineTranslated) * 16 +
    Number(track.type === 'pgs') * 8 +
    Number(track.language !== language) * 4 +
    Number(hearingImpaired) * 2 +
    Number(!isDefault)
  );
}

/** Tracks that can be shown beside the first: text only, and one in-band track at a time. */
export function secondTracks(
  tracks: readonly CaptionEntry[],
  first: string | null,
): readonly CaptionEntry[] {
  const isMediumTaken = tracks.some(
    ({ id, origin, type }) => id === first && origin === 'embedded' && type !== 'pgs',
  );
  return tracks.filter(
    ({ id, origin, type }) =>
      type !== 'pgs' && id !== first && !(isMediumTaken && origin === 'embedded'),
  );
}

/** Sorts preferred languages first, then by name. */
export function sortedTracks(
  tracks: readonly CaptionEntry[],
  preferred: readonly (string | null | undefined)[],
  nameOf: (track: CaptionEntry) => string,
): readonly CaptionEntry[] {
  const preferredBases = preferred.flatMap((language) => (language ? [baseOf(language)] : []));
  const rank = ({ language }: CaptionEntry) => {
    const at = preferredBases.indexOf(baseOf(language));
    return at === -1 ? preferredBases.length : at;
  };
  return tracks.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      nameOf(a).localeCompare(nameOf(b)) ||
      penalty(a, a.language) - penalty(b, b.language),
  );
}

/** Captions with their own layout: the text of ASS, or the images of a Blu-ray disc (PGS). */
export type StyledCaption =
  | { readonly kind: 'ass'; readonly text: string; readonly fonts?: readonly AttachedFont[] }
  | { readonly kind: 'pgs'; readonly bytes: Uint8Array<ArrayBuffer> };

/** `track` stays the same while its parts follow each other. */
export type ShownCaption = StyledCaption & { readonly track: object };

/** Draws over the video until it is stopped. */
export interface StyledRenderer {
  /** Redraws with a delay in seconds, and after a change of size or window. */
  readonly redraw: (delay: number) => void;
  /** Draws another part of the same track. */
  readonly update: (caption: StyledCaption) => void;
  readonly stop: () => void;
}

/** Parsing and drawing run on the main thread. */
const LONGEST_ASS = 2_000_000;
const HEAD_CHARACTERS = 64 * 1024;

/** Undefined for a text without styles, or one that is too long. */
export function styledIn(text: string): StyledCaption | undefined {
  const isAss = /^\s*\[V4\+? Styles\]/im.test(text.slice(0, HEAD_CHARACTERS));
  return isAss && text.length <= LONGEST_ASS ? { kind: 'ass', text } : undefined;
}

/** Each segment of PGS starts with these bytes. */
export const isPgs = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x47;

/** Messages of the error catalog for files that are not captions. */
export const CAPTION_ERRORS = {
  empty: 'Given text is empty',
  invalid: 'Invalid subtitle format',
  unknown: 'Unknown subtitle format',
  unindexed: 'No index of subtitles',
  tooLarge: 'The file is too large',
} as const;

/** The viewer's file is larger than this player reads. */
export class CaptionFileTooLarge extends Error {
  override name = 'CaptionFileTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(CAPTION_ERRORS.tooLarge);
    this.maxBytes = maxBytes;
  }
}
