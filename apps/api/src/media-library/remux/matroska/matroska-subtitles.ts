// Subtitle tracks of Matroska files (RFC 9559, https://www.matroska.org/technical/subtitles.html).
import { inflateSync } from 'node:zlib';
import { childOf, childrenOf, childNumber, childText } from './matroska-elements.ts';

export interface SubtitleLabels {
  /** The code in the file, such as `ger` or `de-AT`. */
  readonly language: string;
  readonly name: string | undefined;
  readonly isForced: boolean;
  readonly isDefault: boolean;
  readonly isHearingImpaired: boolean;
}

export interface SubtitleTrack extends SubtitleLabels {
  readonly number: number;
  readonly format: 'srt' | 'ass' | 'pgs';
  /** The sections of an ASS file before its first line. */
  readonly header: string;
  /** Undoes the track's compression. */
  readonly decode: (bytes: Buffer) => Buffer;
}

/** A track that can't be shown. */
export interface UnknownSubtitleTrack extends SubtitleLabels {
  readonly format: 'unknown';
  /** The name of its format. */
  readonly codec: string;
}

const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const SUBTITLES = 0x11;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63_a2;
const LANGUAGE = 0x22_b5_9c;
const LANGUAGE_BCP47 = 0x22_b5_9d;
const NAME = 0x53_6e;
const FLAG_DEFAULT = 0x88;
const FLAG_FORCED = 0x55_aa;
const FLAG_HEARING_IMPAIRED = 0x55_ab;
const CONTENT_ENCODINGS = 0x6d_80;
const CONTENT_ENCODING = 0x62_40;
const CONTENT_COMPRESSION = 0x50_34;
const COMPRESSION_ALGORITHM = 0x42_54;
const COMPRESSION_SETTINGS = 0x42_55;
const HEADER_STRIPPING = 3;

const FORMATS: ReadonlyMap<string, SubtitleTrack['format']> = new Map([
  ['S_TEXT/UTF8', 'srt'],
  ['S_TEXT/ASCII', 'srt'],
  ['S_TEXT/WEBVTT', 'srt'],
  ['S_TEXT/ASS', 'ass'],
  ['S_TEXT/SSA', 'ass'],
  ['S_ASS', 'ass'],
  ['S_SSA', 'ass'],
  ['S_HDMV/PGS', 'pgs'],
]);
const OTHER_FORMATS: ReadonlyMap<string, string> = new Map([
  ['S_VOBSUB', 'VobSub'],
  ['S_DVBSUB', 'DVB'],
  ['S_HDMV/TEXTST', 'HDMV TextST'],
  ['S_TEXT/USF', 'USF'],
  ['S_KATE', 'Kate'],
]);
const MAX_TRACKS = 64;
/** Includes tracks of all types. */
const MAX_ENTRIES = 256;
const MAX_CODEC_CHARACTERS = 40;

export function subtitleTracksIn(
  tracks: Buffer,
): readonly (SubtitleTrack | UnknownSubtitleTrack)[] {
  const found: (SubtitleTrack | UnknownSubtitleTrack)[] = [];
  for (const { id, content } of childrenOf(tracks, MAX_ENTRIES)) {
    if (id !== TRACK_ENTRY || childNumber(content, TRACK_TYPE) !== SUBTITLES) continue;
    if (found.length === MAX_TRACKS) break;
    const labels = {
      language: childText(content, LANGUAGE_BCP47) ?? childText(content, LANGUAGE) ?? 'eng',
      name: childText(content, NAME),
      isForced: childNumber(content, FLAG_FORCED) === 1,
      isDefault: childNumber(content, FLAG_DEFAULT) !== 0,
      isHearingImpaired: childNumber(content, FLAG_HEARING_IMPAIRED) === 1,
    };
    const codec = childText(content, CODEC_ID) ?? '';
    const format = FORMATS.get(codec);
    const decode = format && decoderOf(content, MAX_BLOCK_BYTES[format]);
    if (!decode) {
      const plain = codec.replaceAll(/[^\w/ .-]/g, '').slice(0, MAX_CODEC_CHARACTERS);
      found.push({ ...labels, format: 'unknown', codec: OTHER_FORMATS.get(codec) ?? plain });
      continue;
    }
    found.push({
      ...labels,
      number: childNumber(content, TRACK_NUMBER) ?? 0,
      format,
      header: format === 'ass' ? (childText(content, CODEC_PRIVATE) ?? '') : '',
      decode,
    });
  }
  return found;
}

/** Larger subtitles are left out. A full-screen picture that hardly compresses has about a megabyte. */
export const MAX_BLOCK_BYTES: Readonly<Record<SubtitleTrack['format'], number>> = {
  srt: 64 * 1024,
  ass: 64 * 1024,
  pgs: 2 * 1024 * 1024,
};

/** Undefined if the track is encrypted, or compressed with an unsupported method. */
function decoderOf(track: Buffer, maxOutputLength: number): SubtitleTrack['decode'] | undefined {
  const encodings = childOf(track, CONTENT_ENCODINGS);
  if (!encodings) return (bytes) => bytes;
  const encoding = childOf(encodings, CONTENT_ENCODING);
  const compression = encoding && childOf(encoding, CONTENT_COMPRESSION);
  if (!compression) return undefined;
  const algorithm = childNumber(compression, COMPRESSION_ALGORITHM) ?? 0;
  if (algorithm === 0) return (bytes) => inflateSync(bytes, { maxOutputLength });
  const stripped = childOf(compression, COMPRESSION_SETTINGS) ?? Buffer.alloc(0);
  return algorithm === HEADER_STRIPPING ? (bytes) => Buffer.concat([stripped, bytes]) : undefined;
}
