import type { MissCause } from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FilePlaylists } from '#lower-qualities.ts';
import type { TitleIds } from './video-name.ts';

/** Texts of an NFO file, which override those of databases. */
export interface NfoTexts {
  readonly title?: string | undefined;
  readonly originalTitle?: string | undefined;
  readonly year?: number | undefined;
  readonly overview?: string | undefined;
  /** Names in any language. */
  readonly genres?: readonly string[] | undefined;
  /** 0 to 10. */
  readonly rating?: number | undefined;
  /** Minutes. */
  readonly runtime?: number | undefined;
}

export interface TitleClaim {
  /** Alternative names of the title. */
  readonly titles: readonly string[];
  readonly year?: number | undefined;
  /** The title if the last number isn't a year, as in `Wonder Woman 1984`. */
  readonly undatedTitle?: string | undefined;
  readonly ids: TitleIds;
  /** The set of movies that the title belongs to. */
  readonly set?: string | undefined;
  /** Directors and actors. */
  readonly people?: readonly string[] | undefined;
  readonly texts?: NfoTexts | undefined;
}

export interface IndexedCaption {
  /** The URL of WebVTT converted from any text format, or of the file itself for image captions. */
  readonly url: string;
  readonly isImage?: boolean | undefined;
  /** The URL of the original file if it has styles that WebVTT lacks. */
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
  /** A URL that begins with `library:`. */
  readonly url: string;
  /** Whether the URL is one of an HLS playlist, because browsers can't read the container. */
  readonly isPlaylist?: boolean | undefined;
  /** Pixels. Undefined if the name has none. */
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

/** A file that browsers can't play or the server can't read. */
export interface UnplayableVideo {
  readonly claim: TitleClaim;
  /** The reason for users, without a path. */
  readonly reason: string;
  readonly cause: MissCause;
}

/** Facts from the file's container. `FilePlaylists` are set for a file that is sent as it is. */
export interface VideoInfo extends FilePlaylists {
  readonly height: number | undefined;
  readonly seconds: number | undefined;
  /** The reason why the browser can't play the file, even after conversion. */
  readonly unplayable?: UnplayableFile | undefined;
  /** The URL of an HLS playlist, for a file with codecs that browsers don't play in its container. */
  readonly playlist?: string | undefined;
  /** The URL of a `Timeline`. */
  readonly timeline?: string | undefined;
  /** The URL of `EmbeddedSubtitles`. */
  readonly embeddedSubtitles?: string | undefined;
  /** Subtitles inside the file that the playlist doesn't list. */
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
export interface FilesOfTitle {
  readonly videos: readonly IndexedVideo[];
  readonly unplayable: readonly Pick<UnplayableVideo, 'reason' | 'cause'>[];
}

export interface InspectVideoOptions {
  /** The capabilities of the viewer's browser. Undefined if unknown. */
  readonly capabilities: Capabilities | undefined;
  readonly signal: AbortSignal;
}

/** The server's index of movies and shows on a disk or a network share. */
export interface FolderLibrary {
  /** Returns candidates by ID or title. The source decides which of them match. */
  readonly find: (media: ScrapeMedia) => readonly IndexedVideo[];
  /** Returns unplayable files like `find`. */
  readonly findUnplayable: (media: ScrapeMedia) => readonly UnplayableVideo[];
  /** Returns the files of the title with this ID in the server's library, regardless of their names. */
  readonly findByTitleId?: (media: ScrapeMedia) => FilesOfTitle;
  /** Reads the file's container. Fields are undefined if that fails. */
  readonly inspect: (url: string, options: InspectVideoOptions) => Promise<VideoInfo>;
  /** False until the first scan has finished. */
  readonly isComplete: () => boolean;
}
