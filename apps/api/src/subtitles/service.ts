import type { SubtitleSource } from '@matinee/shared/contract/subtitles';

/** The title to search. Services use one of the IDs. */
export interface SubtitleTarget {
  readonly tmdbId?: string | undefined;
  readonly imdbId?: string | undefined;
  readonly episode?: Episode | undefined;
  /** ISO 639-1 codes in any order. Empty: all languages. */
  readonly languages: readonly string[];
}

export interface Episode {
  readonly season: number;
  readonly number: number;
}

/** A search result. */
export interface FoundSubtitle {
  /** Unique within its service. */
  readonly id: string;
  /** Locates the file in the service: a URL, a path or a number. */
  readonly at: string;
  /** The service's own spelling. */
  readonly language: string;
  readonly format: string;
  readonly hearingImpaired: boolean;
  /** The names of matching releases and files. */
  readonly names: readonly string[];
  readonly machineTranslated?: boolean;
  readonly isTrusted?: boolean;
  readonly downloads?: number | undefined;
  readonly fps?: number | undefined;
  /** The file's encoding, if the service reports it. */
  readonly encoding?: string | undefined;
  /** The number of the file at opensubtitles.org, which several services list. */
  readonly originalFile?: string | undefined;
}

export interface SubtitleService {
  readonly id: SubtitleSource;
  /** The display name. */
  readonly name: string;
  /** Returns all results, unordered. Throws `ServiceError` or a fetch error. */
  readonly find: (wanted: SubtitleTarget, signal: AbortSignal) => Promise<readonly FoundSubtitle[]>;
  /** Returns the current download URL. */
  readonly locate: (at: string, signal: AbortSignal) => Promise<string>;
}

/** An error reply of a service. The message may be shown to users. */
export class ServiceError extends Error {
  override name = 'ServiceFailed';
  /** Seconds until a retry is useful. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class KeyRejectedError extends ServiceError {
  override name = 'KeyRefused';
}
