import type { MissCause } from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FilePlaylists } from '#lower-qualities.ts';
import type { TitleIds } from './video-name.ts';

/** The title of a file according to its name, its folders and its NFO files. */
/** Texts of an NFO file, which win over those of databases. */
export interface NfoTexts {
  readonly title?: string | undefined;
  readonly originalTitle?: string | undefined;
  readonly year?: number | undefined;
  readonly overview?: string | undefined;
  /** Names, in any language. */
  readonly genres?: readonly string[] | undefined;
  /** 0 to 10. */
  readonly rating?: number | undefined;
  /** Minutes. */
  readonly runtime?: number | undefined;
}

export interface TitleClaim {
  /** Alternative names of one title. */
  readonly titles: readonly string[];
  readonly year?: number | undefined;
  /** The title if its last number is not a year, as in `Wonder Woman 1984`. */
  readonly undatedTitle?: string | undefined;
  readonly ids: TitleIds;
  /** The set of movies that it belongs to. */
  readonly set?: string | undefined;
  /** Directors and actors. */
  readonly people?: readonly string[] | undefined;
  readonly texts?: NfoTexts | undefined;
}

export interface IndexedCaption {
  /** Serves WebVTT converted from any text format, or the file itself for image captions. */
  readonly url: string;
  readonly isImage?: boolean | undefined;
  /** Serves the original file if it has styles that WebVTT lacks. */
  readonly original?: string | undefined;
  /** ISO 639-1. */
  readonly language: string;
  readonly isForced: boolean;
  readonly isDefault?: boolean | undefined;
  readonly isHearingImpaired: boolean;
}

/** A file that browsers can play. */
export interface IndexedVideo extends FilePlaylists {
  readonly claim: TitleClaim;
  /** Begins with `library:`. */
  readonly url: string;
  /** The URL is that of an HLS playlist, made from a container that browsers don't read. */
  readonly isPlaylist?: boolean | undefined;
  /** Pixels; undefined if the name has none. */
  readonly height: number | undefined;
  readonly edition: string | undefined;
  /** The URL of a `Timeline`. */
  readonly timeline?: string | undefined;
  /** The URL of `EmbeddedSubtitles`. */
  readonly embeddedSubtitles?: string | undefined;
  /** The URL of WebVTT that names pictures beside it. */
  readonly thumbnails?: string | undefined;
  readonly captions: readonly IndexedCaption[];
}

/** A file that browsers cannot play or the server cannot read. */
export interface UnplayableVideo {
  readonly claim: TitleClaim;
  /** Shown to users, so it names no path. */
  readonly reason: string;
  readonly cause: MissCause;
}

/** Read from the file's container. `FilePlaylists` are set for a file that is sent as it is. */
export interface VideoInfo extends FilePlaylists {
  readonly height: number | undefined;
  readonly seconds: number | undefined;
  /** The reason why the browser doesn't play it, even converted. */
  readonly unplayable?: UnplayableFile | undefined;
  /** The URL of an HLS playlist, for a file whose codecs browsers don't play in it. */
  readonly playlist?: string | undefined;
  /** The URL of a `Timeline`. */
  readonly timeline?: string | undefined;
  /** The URL of `EmbeddedSubtitles`. */
  readonly embeddedSubtitles?: string | undefined;
  /** Subtitles inside the file that aren't in its playlist. */
  readonly captions?: readonly IndexedCaption[] | undefined;
  /** The URL of WebVTT that names pictures beside it. */
  readonly thumbnails?: string | undefined;
}

export interface UnplayableFile {
  /** A codec, or a container: `AC-3`. */
  readonly format: string;
  /** The track that has the codec. */
  readonly part: MissCause['part'];
  /** The URL of the file itself, for another player. */
  readonly url?: string;
}

/** The files of one title. */
export interface OwnFiles {
  readonly videos: readonly IndexedVideo[];
  readonly unplayable: readonly Pick<UnplayableVideo, 'reason' | 'cause'>[];
}

export interface InspectVideoOptions {
  /** The capabilities of the viewer's browser; undefined if unknown. */
  readonly capabilities: Capabilities | undefined;
  readonly signal: AbortSignal;
}

/** The server's index of movies and shows on a disk or a share. */
export interface FolderLibrary {
  /** Candidates by id or title; the source decides which match. */
  readonly find: (media: ScrapeMedia) => readonly IndexedVideo[];
  /** Like `find`, for unplayable files. */
  readonly findUnplayable: (media: ScrapeMedia) => readonly UnplayableVideo[];
  /** Files whose title in the server's library has this id, whatever their names say. */
  readonly findOwn?: (media: ScrapeMedia) => OwnFiles;
  /** Reads the file's container; fields are undefined if that fails. */
  readonly inspect: (url: string, options: InspectVideoOptions) => Promise<VideoInfo>;
  /** False until the first scan has finished. */
  readonly isComplete: () => boolean;
}
