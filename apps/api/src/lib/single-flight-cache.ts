import { untilAborted } from '@matinee/shared/lib/poll';
import { LRUCache } from 'lru-cache';
import { countLookup } from './measurements.ts';

export interface Loaded<T> {
  readonly value: T;
  /** 0: don't cache. */
  readonly ttlMs: number;
}

export interface SingleFlightCacheOptions<T> {
  /** The name of the cache in metrics. */
  readonly name: string;
  readonly maxBytes: number;
  readonly bytesOf: (value: T) => number;
  readonly now: () => number;
}

export interface SingleFlightCache<T> {
  /**
   * Runs `load` once for all concurrent callers. Its signal aborts when the last of them leaves.
   */
  readonly get: (
    key: string,
    load: (signal: AbortSignal) => Promise<Loaded<T>>,
    signal: AbortSignal,
  ) => Promise<T>;
}

interface Flight<T> {
  readonly loaded: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** LRUCache's own `fetch` isn't suitable: it aborts when its first caller leaves, and when its entry is evicted. */
export function createSingleFlightCache<T extends object>(
  options: SingleFlightCacheOptions<T>,
): SingleFlightCache<T> {
  const { name, maxBytes, bytesOf, now } = options;
  const flights = new Map<string, Flight<T>>();
  const cache = new LRUCache<string, T>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length,
    ttlResolution: 0,
    perf: { now },
  });

  function start(key: string, load: (signal: AbortSignal) => Promise<Loaded<T>>): Flight<T> {
    const controller = new AbortController();
    const loaded = load(controller.signal)
      .then(({ value, ttlMs }) => {
        if (ttlMs > 0) cache.set(key, value, { ttl: ttlMs });
        return value;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    const flight: Flight<T> = { loaded, controller, callers: 0 };
    flights.set(key, flight);
    return flight;
  }

  return {
    async get(key, load, signal) {
      signal.throwIfAborted();
      const cached = cache.get(key);
      const current = flights.get(key);
      countLookup(name, cached ? 'hit' : current ? 'shared' : 'miss');
      if (cached) return cached;
      const flight = current ?? start(key, load);
      flight.callers += 1;
      try {
        return await untilAborted(flight.loaded, signal);
      } finally {
        flight.callers -= 1;
        if (flight.callers === 0 && flights.get(key) === flight) {
          flights.delete(key);
          flight.controller.abort();
        }
      }
    },
  };
}
