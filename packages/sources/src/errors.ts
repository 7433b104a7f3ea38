import type { ScrapeError } from '@matinee/shared/contract/scrape';

/** Named like the platform's own, so that a fetcher's time-out and ours are told apart from other errors alike. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** For visitors: name and message only, since a stack tells where the server keeps its files. */
export function describeError(error: unknown): ScrapeError {
  const { name, message } = asError(error);
  const code = codeOf(error);
  // In the system's own words stand addresses, hosts and paths.
  return code === undefined
    ? { name, message }
    : { name, message: `It cannot be reached (${code})` };
}

/** For the operator, in whose log it may be said where something failed. */
export function errorMessage(error: unknown): string {
  const { message } = asError(error);
  // Several addresses that all failed have no words together.
  return message === '' ? describeError(error).message : message;
}

function asError(error: unknown): ScrapeError {
  return error instanceof Error ? error : { name: 'Error', message: String(error) };
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
