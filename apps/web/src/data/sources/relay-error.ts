/** `unreachable`: nothing came, another relay may answer. `refused`: it said no. `broken`: it began and then made no sense. */
export type RelayFailure = 'unreachable' | 'refused' | 'broken';

export class RelayError extends Error {
  override name = 'RelayError';
  readonly failure: RelayFailure;

  constructor(failure: RelayFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
