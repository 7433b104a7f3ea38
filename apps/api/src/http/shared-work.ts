import { LRUCache } from 'lru-cache';

export interface Made<T> {
  readonly value: T;
  readonly keepMs: number;
}

interface Flight<T> {
  readonly made: Promise<T>;
  readonly end: AbortController;
  waiting: number;
}

export interface SharedOptions<T> {
  readonly maxBytes: number;
  readonly bytesOf: (value: T) => number;
  readonly now: () => number;
}

export interface Shared<T> {
  readonly get: (
    key: string,
    make: (signal: AbortSignal) => Promise<Made<T>>,
    signal: AbortSignal,
  ) => Promise<T>;
}

/**
 * What several want at the same time is made once, and kept for a while. Who leaves takes nothing from the others; with
 * the last one the work ends.
 */
export function createShared<T extends object>(options: SharedOptions<T>): Shared<T> {
  const { maxBytes, bytesOf, now } = options;
  const flights = new Map<string, Flight<T>>();
  const kept = new LRUCache<string, T>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length,
    ttlResolution: 0,
    perf: { now },
  });

  function takeOff(key: string, make: (signal: AbortSignal) => Promise<Made<T>>): Flight<T> {
    const end = new AbortController();
    const made = make(end.signal)
      .then(({ value, keepMs }) => {
        if (keepMs > 0) kept.set(key, value, { ttl: keepMs });
        return value;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    const flight: Flight<T> = { made, end, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }

  function board(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    flight.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason);
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.end.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.made.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  return {
    async get(key, make, signal) {
      signal.throwIfAborted();
      return kept.get(key) ?? (await board(key, flights.get(key) ?? takeOff(key, make), signal));
    },
  };
}
