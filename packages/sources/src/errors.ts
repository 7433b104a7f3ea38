import type { ScrapeError } from '@matinee/shared/contract/scrape';

/** A timeout with the name of the platform's own, by which `isTimeout` recognizes both. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Describes errors to users by name and message, because a stack reveals the server's file paths. */
export function describeError(error: unknown): ScrapeError {
  const { name, message } = asError(error);
  const code = codeOf(error);
  // Replace messages of the operating system, which contain addresses, hosts and paths.
  return code === undefined ? { name, message } : { name, message: `Couldn't connect (${code})` };
}

/** Describes errors in the operator's log. The text may contain addresses. */
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
