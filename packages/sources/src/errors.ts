import type { ScrapeError } from '@matinee/shared/contract/scrape';

/** Has the name of the platform's own timeouts, so that `isTimeout` recognises both. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Describes errors to users: name and message only, because a stack reveals file paths of the server. */
export function describeError(error: unknown): ScrapeError {
  const { name, message } = asError(error);
  const code = codeOf(error);
  // Messages of the operating system contain addresses, hosts and paths.
  return code === undefined ? { name, message } : { name, message: `Couldn't connect (${code})` };
}

/** Describes errors in the operator's log; may contain addresses. */
export function errorMessage(error: unknown): string {
  const { message } = asError(error);
  // An AggregateError of several failed addresses has an empty message.
  return message === '' ? describeError(error).message : message;
}

function asError(error: unknown): ScrapeError {
  return error instanceof Error ? error : { name: 'Error', message: String(error) };
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
