// Which sources a request may search. Requests that may not search the operator's own get a scraper without them.
import type { FastifyRequest } from 'fastify';
import { isForeignPage, type KnownOrigins } from '#http/origin.ts';
import type { SharedScraper } from './shared-scraper.ts';

export interface Search {
  readonly scraper: SharedScraper;
  /** The id of the sign-in session that tickets of own sources end with; unset where they need no account. */
  readonly accountSession?: string | undefined;
}

export type ScraperFor = (request: FastifyRequest) => Promise<Search>;

export interface ScraperForOptions extends KnownOrigins {
  /** Of all sources. */
  readonly all: SharedScraper;
  /** Without the operator's own sources, and with a cache of its own. */
  readonly withoutOwn: SharedScraper;
  /** Whether the request needs no account. */
  readonly isOpen: (request: FastifyRequest) => boolean;
  /** The id of the session that an `Authorization` header proves, if it does. */
  readonly sessionIn: (authorization: string | undefined) => Promise<string | undefined>;
}

export function createScraperFor(options: ScraperForOptions): ScraperFor {
  const { all, withoutOwn, isOpen, sessionIn } = options;
  return async (request) => {
    if (isForeignPage(request, options)) return { scraper: withoutOwn };
    if (isOpen(request)) return { scraper: all };
    const accountSession = await sessionIn(request.headers.authorization);
    return accountSession === undefined
      ? { scraper: withoutOwn }
      : { scraper: all, accountSession };
  };
}
