import type { ScrapeError } from '@matinee/shared/contract/scrape';

/** Named like the platform's own, so that a fetcher's time-out and ours are told apart from other errors alike. */
export class TimeLimit extends Error {
  override name = 'TimeoutError';
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Name and message only: a stack tells where the server keeps its files. */
export function describeError(error: unknown): ScrapeError {
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: 'Error', message: String(error) };
}
