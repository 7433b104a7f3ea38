import type { SubtitleSource } from '@matinee/shared/contract/subtitles';

/** What is looked for. Services that do not know one of the ids go by the other. */
export interface SubtitleTarget {
  readonly tmdbId?: string | undefined;
  readonly imdbId?: string | undefined;
  readonly episode?: Episode | undefined;
  /** ISO 639-1, in any order; empty for all. */
  readonly languages: readonly string[];
}

export interface Episode {
  readonly season: number;
  readonly number: number;
}

/** What a service has. */
export interface FoundSubtitle {
  /** Unique within its service. */
  readonly id: string;
  /** What the service finds the file by again: a URL, a path or a number. */
  readonly at: string;
  /** As the service spells it. */
  readonly language: string;
  readonly format: string;
  readonly hearingImpaired: boolean;
  /** What it was made for: the names of releases and files. */
  readonly names: readonly string[];
  readonly machineTranslated?: boolean;
  readonly isTrusted?: boolean;
  readonly downloads?: number | undefined;
  readonly fps?: number | undefined;
  /** Of the file, where the service tells. */
  readonly encoding?: string | undefined;
  /** The number of the file at opensubtitles.org, which several services hand out. */
  readonly originalFile?: string | undefined;
}

/** One of the services that keep subtitles. */
export interface SubtitleService {
  readonly id: SubtitleSource;
  /** For people. */
  readonly name: string;
  /** All it has, in any order; throws `ServiceFailed` or whatever a request throws. */
  readonly find: (wanted: SubtitleTarget, signal: AbortSignal) => Promise<readonly FoundSubtitle[]>;
  /** Where the bytes are at this moment. */
  readonly locate: (at: string, signal: AbortSignal) => Promise<string>;
}

/** A service that answered, but not with what was asked for. The message may be shown. */
export class ServiceError extends Error {
  override name = 'ServiceFailed';
  /** When it is worth asking again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class KeyRejectedError extends ServiceError {
  override name = 'KeyRefused';
}
