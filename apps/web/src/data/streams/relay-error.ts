/** `unreachable`: nothing came, another relay may answer. `refused`: it said no. `broken`: it began and then made no sense. */
export type RelayFailure = 'unreachable' | 'refused' | 'broken';

/** The relay wants no further search of this address for so long. */
export class TooManySearches extends Error {
  override name = 'TooManySearches';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class RelayError extends Error {
  override name = 'RelayError';
  readonly failure: RelayFailure;

  constructor(failure: RelayFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
