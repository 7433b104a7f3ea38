import { LRUCache } from 'lru-cache';
import type { CatalogueAnswer } from './answer.ts';

export interface SharedAnswersOptions {
  readonly maxBytes: number;
  readonly now: () => number;
}

export interface Question {
  readonly key: string;
  readonly keepMs: number;
  readonly ask: (signal: AbortSignal) => Promise<CatalogueAnswer>;
}

interface Flight {
  readonly answer: Promise<CatalogueAnswer>;
  readonly end: AbortController;
  waiting: number;
}

export interface SharedAnswers {
  readonly get: (question: Question, signal: AbortSignal) => Promise<CatalogueAnswer>;
}

/**
 * Equal questions asked at the same time go out once, and good answers are kept for a while.
 * A caller who leaves takes nothing from the others; when the last one leaves, the request ends.
 */
export function createSharedAnswers({ maxBytes, now }: SharedAnswersOptions): SharedAnswers {
  const flights = new Map<string, Flight>();
  const kept = new LRUCache<string, CatalogueAnswer>({
    maxSize: maxBytes,
    // JavaScript keeps text in up to two bytes a character.
    sizeCalculation: ({ body }, key) => 2 * (body.length + key.length),
    ttlResolution: 0,
    perf: { now },
  });

  function takeOff({ key, keepMs, ask }: Question): Flight {
    const end = new AbortController();
    const answer = ask(end.signal)
      .then((fresh) => {
        if (fresh.status === 200) kept.set(key, fresh, { ttl: keepMs });
        return fresh;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    const flight: Flight = { answer, end, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }

  function board(key: string, flight: Flight, signal: AbortSignal): Promise<CatalogueAnswer> {
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
      flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  return {
    get: async (question, signal) => {
      signal.throwIfAborted();
      const known = kept.get(question.key);
      if (known) return known;
      return board(question.key, flights.get(question.key) ?? takeOff(question), signal);
    },
  };
}
