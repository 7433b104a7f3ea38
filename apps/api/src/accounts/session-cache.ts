import { LRUCache } from 'lru-cache';
import type { SessionLookup } from './session-lookup.ts';

/** The account of a session, a few seconds old at most; undefined when the session has ended. */
export type AccountOfSession = (sessionId: string) => Promise<string | undefined>;

/** A player requests a segment every few seconds, a seek dozens at once: this is how long a log-out goes unnoticed. */
const CACHED_MS = 5_000;
const MAX_CACHED = 1_000;

/**
 * `now` in milliseconds. While the database is down, the last known account counts, so playback
 * continues. Without one, the failed lookup is not cached.
 */
export function cacheSessions(
  sessionLookup: Pick<SessionLookup, 'find'>,
  now: () => number,
): AccountOfSession {
  const cache = new LRUCache<string, { readonly account: string | undefined }>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now },
    // An evicted lookup still has its callers.
    ignoreFetchAbort: true,
    fetchMethod: async (sessionId, stale) => {
      try {
        return { account: (await sessionLookup.find(sessionId))?.user.id };
      } catch (error) {
        if (stale?.account !== undefined) return stale;
        throw error;
      }
    },
  });
  return async (sessionId) => (await cache.fetch(sessionId))?.account;
}
