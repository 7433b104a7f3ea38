/** Classifies files by their extension. */
import { captionEndings } from '@matinee/shared/subtitles/formats';

export type FileType =
  | { readonly kind: 'video' }
  | { readonly kind: 'caption' }
  | { readonly kind: 'notes' }
  /** A movie that browsers cannot play, and why. */
  | { readonly kind: 'unplayable'; readonly reason: string; readonly format?: string };

const needsServer = (what: string, format = what): FileType => ({
  kind: 'unplayable',
  reason: `browsers don't play ${what}; convert it to mp4 or use a media server`,
  format,
});

const VIDEO: FileType = { kind: 'video' };
const CAPTION: FileType = { kind: 'caption' };

const FILE_TYPES: ReadonlyMap<string, FileType> = new Map([
  ['mp4', VIDEO],
  ['m4v', VIDEO],
  ['webm', VIDEO],
  ...captionEndings().map((ending) => [ending, CAPTION] as const),
  ['nfo', { kind: 'notes' }],
  ['mkv', needsServer('Matroska')],
  ['mk3d', needsServer('Matroska')],
  ['avi', needsServer('AVI')],
  ['mov', needsServer('QuickTime')],
  ['wmv', needsServer('Windows Media')],
  ['asf', needsServer('Windows Media')],
  ['wtv', needsServer('Windows Media')],
  ['flv', needsServer('Flash video')],
  ['f4v', needsServer('Flash video')],
  ['3gp', needsServer('3GPP')],
  ['3g2', needsServer('3GPP')],
  ['mpg', needsServer('MPEG-2')],
  ['mpeg', needsServer('MPEG-2')],
  ['mpe', needsServer('MPEG-2')],
  ['m2v', needsServer('MPEG-2')],
  ['vob', needsServer('MPEG-2')],
  ['m2t', needsServer('transport streams', 'MPEG-TS')],
  ['m2ts', needsServer('transport streams', 'MPEG-TS')],
  ['mts', needsServer('transport streams', 'MPEG-TS')],
  ['ts', needsServer('transport streams', 'MPEG-TS')],
  ['ogm', needsServer('Ogg')],
  ['ogv', needsServer('Ogg')],
  ['rm', needsServer('RealMedia')],
  ['rmvb', needsServer('RealMedia')],
  ['divx', needsServer('AVI')],
  ['iso', needsServer('disc images', 'ISO')],
  ['strm', { kind: 'unplayable', reason: "links to other files aren't followed" }],
]);

export function fileTypeOf(name: string): FileType | undefined {
  return FILE_TYPES.get(extension(name));
}

/** Lower case, without the dot. */
export function extension(name: string): string {
  return /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

export function stem(name: string): string {
  return name.replace(/\.[a-z\d]{1,5}$/i, '');
}

/** Extras, system folders and hidden files. */
const IGNORED =
  /^(?:[.@#$].*|lost\+found|system volume information|extras?|trailers?|samples?|featurettes?|behind the scenes|deleted scenes|interviews?|scenes|shorts|clips|other|theme-music|backdrops|extrafanart|extrathumbs|artwork|posters?)$/i;
const DISCS = /^(?:video_ts|audio_ts|bdmv|certificate)$/i;
export const CAPTION_FOLDER = /^(?:subs?|subtitles?)$/i;

export const isIgnored = (name: string): boolean => IGNORED.test(name);
export const isDisc = (name: string): boolean => DISCS.test(name);
