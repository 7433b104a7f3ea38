/** A run without a network, for tests: it answers from a function and keeps what was asked. */
import type { FilmFacts } from '../facts.ts';
import type { FetchAnswer, FetchOptions, RunContext } from '../source.ts';

export interface Asked {
  readonly url: string;
  readonly options: FetchOptions;
}

export type FakeAnswer = Partial<FetchAnswer> | Promise<Partial<FetchAnswer>>;

export interface FakeContext extends RunContext {
  readonly asked: readonly Asked[];
  readonly warnings: readonly string[];
}

export function fakeContext(
  answer: (asked: Asked) => FakeAnswer,
  { now = Date.UTC(2026, 5, 1), facts }: { now?: number; facts?: FilmFacts | undefined } = {},
): FakeContext {
  const asked: Asked[] = [];
  const warnings: string[] = [];
  return {
    asked,
    warnings,
    signal: new AbortController().signal,
    now: () => now,
    factsOf: async () => facts,
    progress: () => undefined,
    warn: (message) => warnings.push(message),
    fetch: async (url, options = {}) => {
      asked.push({ url, options });
      return {
        status: 200,
        headers: {},
        finalUrl: url,
        body: '',
        ...(await answer({ url, options })),
      };
    },
  };
}

export function jsonAnswer(body: unknown, status = 200): Partial<FetchAnswer> {
  return { status, body: JSON.stringify(body) };
}
