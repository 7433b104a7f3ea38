/** Classifies files by their extension. */
import { captionEndings } from '@matinee/shared/subtitles/formats';

export type FileType =
  | { readonly kind: 'video'; readonly isRemuxed?: boolean }
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
/** Browsers don't read the container, so the server converts it. */
const REMUXED: FileType = { kind: 'video', isRemuxed: true };
const CAPTION: FileType = { kind: 'caption' };

const FILE_TYPES: ReadonlyMap<string, FileType> = new Map([
  ['mp4', VIDEO],
  ['m4v', VIDEO],
  ['webm', VIDEO],
  ...captionEndings().map((ending) => [ending, CAPTION] as const),
  ['nfo', { kind: 'notes' }],
  ['mkv', REMUXED],
  ['mk3d', REMUXED],
  ['avi', needsServer('AVI')],
  ['mov', REMUXED],
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
  ['m2t', REMUXED],
  ['m2ts', REMUXED],
  ['mts', REMUXED],
  ['ts', REMUXED],
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

/** True for all videos, also those that browsers don't play. */
export function isVideoFile(name: string): boolean {
  const kind = fileTypeOf(name)?.kind;
  return kind === 'video' || kind === 'unplayable';
}

/** True if browsers can't read the container, so the server converts it. */
export function isRemuxed(name: string): boolean {
  const type = fileTypeOf(name);
  return type?.kind === 'video' && type.isRemuxed === true;
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
