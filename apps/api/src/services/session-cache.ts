import type { Callers } from './callers.ts';

/** The account of a session, a few seconds old at most; undefined when the session has ended. */
export type AccountOfSession = (sessionId: string) => Promise<string | undefined>;

/** A player requests a segment every few seconds, a seek dozens at once: this is how long a log-out goes unnoticed. */
const CACHED_MS = 5_000;
const MAX_CACHED = 1_000;

interface Cached {
  readonly until: number;
  readonly account: Promise<string | undefined>;
  /** The last answer of the database; undefined before the first, or when the session has ended. */
  last: string | undefined;
}

/**
 * `now` in milliseconds. The last answer counts while the database is away: playing goes on, and no session can be ended
 * then. Without one, the failed lookup is not cached.
 */
export function cacheSessions(callers: Pick<Callers, 'find'>, now: () => number): AccountOfSession {
  const cache = new Map<string, Cached>();

  return (sessionId) => {
    const known = cache.get(sessionId);
    if (known && now() < known.until) return known.account;
    const lookup = callers.find(sessionId).then(
      (caller) => (entry.last = caller?.user.id),
      (error: unknown) => {
        if (entry.last !== undefined) return entry.last;
        if (cache.get(sessionId) === entry) cache.delete(sessionId);
        throw error;
      },
    );
    const entry: Cached = { until: now() + CACHED_MS, account: lookup, last: known?.last };
    cache.delete(sessionId);
    cache.set(sessionId, entry);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return lookup;
  };
}
