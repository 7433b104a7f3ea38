import type { MissCause } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { TitleIds } from './video-name.ts';

/** Which title a file says it is, by its name, its folders and what lies beside it. */
export interface TitleClaim {
  /** The same title under all the names it is given there. */
  readonly titles: readonly string[];
  readonly year?: number | undefined;
  /** `Wonder Woman 1984`: what the title is if its last number is no year. */
  readonly undatedTitle?: string | undefined;
  readonly ids: TitleIds;
}

export interface ShelvedCaption {
  /** The address of WebVTT, whatever the file is; of the file itself where that holds pictures. */
  readonly url: string;
  readonly isImage?: boolean | undefined;
  /** The address of the file itself, where it has styles that WebVTT lacks. */
  readonly original?: string | undefined;
  /** ISO 639-1. */
  readonly language: string;
  readonly isForced: boolean;
  readonly isHearingImpaired: boolean;
}

/** One file that browsers can play. */
export interface ShelvedVideo {
  readonly claim: TitleClaim;
  /** Begins with `library:`. */
  readonly url: string;
  /** Lines of the picture, when the name tells. */
  readonly height: number | undefined;
  readonly edition: string | undefined;
  readonly captions: readonly ShelvedCaption[];
}

/** One file that no browser plays, or that the server may not read. */
export interface UnplayableVideo {
  readonly claim: TitleClaim;
  /** Names no path: viewers may read it. */
  readonly reason: string;
  readonly cause: MissCause;
}

/** What the file itself says. */
export interface VideoFacts {
  readonly height: number | undefined;
  readonly seconds: number | undefined;
}

/** Films and series on a disk or a share that a server keeps an index of. */
export interface FolderLibrary {
  /** Everything whose ids or titles may be those of this film or episode, for the source to judge. */
  readonly find: (media: ScrapeMedia) => readonly ShelvedVideo[];
  /** The same of what cannot be played. */
  readonly findUnplayable: (media: ScrapeMedia) => readonly UnplayableVideo[];
  /** Looks into the file itself; empty facts where it cannot be read. */
  readonly look: (url: string, signal: AbortSignal) => Promise<VideoFacts>;
  /** False until everything has been looked through once. */
  readonly isComplete: () => boolean;
}
