// Chooses the sources that a request may search. A request without access to own sources gets a scraper without them.
import type { FastifyRequest } from 'fastify';
import { isForeignPage, type KnownOrigins } from '#http/public-url.ts';
import type { CachedScraper } from './run-cache.ts';

export interface ScraperAccess {
  readonly scraper: CachedScraper;
  /**
   * The sign-in session that bounds stream tokens of operator sources; unset if they need no
   * account.
   */
  readonly accountSession?: string | undefined;
}

export type ScraperFor = (request: FastifyRequest) => Promise<ScraperAccess>;

export interface ScraperForOptions extends KnownOrigins {
  /** Searches all sources. */
  readonly all: CachedScraper;
  /** Searches all but the operator's own sources, and has a separate cache. */
  readonly withoutOperator: CachedScraper;
  /** Whether the request needs no account. */
  readonly isOpen: (request: FastifyRequest) => boolean;
  /** The id of the session that an `Authorization` header proves, if it does. */
  readonly sessionIn: (authorization: string | undefined) => Promise<string | undefined>;
}

export function createScraperFor(options: ScraperForOptions): ScraperFor {
  const { all, withoutOperator, isOpen, sessionIn } = options;
  return async (request) => {
    if (isForeignPage(request, options)) return { scraper: withoutOperator };
    if (isOpen(request)) return { scraper: all };
    const accountSession = await sessionIn(request.headers.authorization);
    return accountSession === undefined
      ? { scraper: withoutOperator }
      : { scraper: all, accountSession };
  };
}
