/** Classifies files by their extension. */
import type { SkipReason } from '@matinee/shared/contract/library';
import { captionEndings } from '@matinee/shared/subtitles/formats';

export type FileType =
  | {
      readonly kind: 'video';
      /** Browsers can't read the container. */
      readonly isRemuxed?: boolean;
      /** The display name of a container that only ffmpeg reads. */
      readonly format?: string;
    }
  | { readonly kind: 'caption' }
  | { readonly kind: 'notes' }
  /** A movie that browsers can't play, with the reason. */
  | {
      readonly kind: 'unplayable';
      readonly reason: Extract<SkipReason, 'discImage' | 'link'>;
      readonly format?: string;
    };

const foreign = (format: string): FileType => ({ kind: 'video', isRemuxed: true, format });

const VIDEO: FileType = { kind: 'video' };
/** Browsers can't read the container, so the server converts it. */
const REMUXED: FileType = { kind: 'video', isRemuxed: true };
const CAPTION: FileType = { kind: 'caption' };

/** Extensions of containers that browsers play. */
export const DIRECT_EXTENSIONS = ['mp4', 'm4v', 'webm'];

const FILE_TYPES: ReadonlyMap<string, FileType> = new Map([
  ...DIRECT_EXTENSIONS.map((each) => [each, VIDEO] as const),
  ...captionEndings().map((ending) => [ending, CAPTION] as const),
  ['nfo', { kind: 'notes' }],
  ['mkv', REMUXED],
  ['mk3d', REMUXED],
  ['avi', foreign('AVI')],
  ['mov', REMUXED],
  ['wmv', foreign('Windows Media')],
  ['asf', foreign('Windows Media')],
  ['wtv', foreign('Windows Media')],
  ['flv', foreign('Flash video')],
  ['f4v', foreign('Flash video')],
  ['3gp', foreign('3GPP')],
  ['3g2', foreign('3GPP')],
  ['mpg', foreign('MPEG-2')],
  ['mpeg', foreign('MPEG-2')],
  ['mpe', foreign('MPEG-2')],
  ['m2v', foreign('MPEG-2')],
  ['vob', foreign('MPEG-2')],
  ['m2t', REMUXED],
  ['m2ts', REMUXED],
  ['mts', REMUXED],
  ['ts', REMUXED],
  ['ogm', foreign('Ogg')],
  ['ogv', foreign('Ogg')],
  ['rm', foreign('RealMedia')],
  ['rmvb', foreign('RealMedia')],
  ['divx', foreign('AVI')],
  [
    'iso',
    {
      kind: 'unplayable',
      reason: 'discImage',
      format: 'ISO',
    },
  ],
  ['strm', { kind: 'unplayable', reason: 'link' }],
]);

export function fileTypeOf(name: string): FileType | undefined {
  return FILE_TYPES.get(extension(name));
}

/** True for all videos, including those that browsers don't play. */
export function isVideoFile(name: string): boolean {
  const kind = fileTypeOf(name)?.kind;
  return kind === 'video' || kind === 'unplayable';
}

/** Returns whether the server converts the container, because browsers can't read it. */
export function isRemuxed(name: string): boolean {
  const type = fileTypeOf(name);
  return type?.kind === 'video' && type.isRemuxed === true;
}

/** The container's name if only ffmpeg reads it: `AVI`. */
export function foreignFormat(name: string): string | undefined {
  const type = fileTypeOf(name);
  return type?.kind === 'video' ? type.format : undefined;
}

/** Returns the extension in lower case, without the dot. */
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
