/** A run without a network, for tests: it answers from a function and keeps what was asked. */
import type { TitleMetadata } from '../title-metadata.ts';
import type { FetchResponse, FetchOptions, RunContext } from '../source.ts';

export interface FakeRequest {
  readonly url: string;
  readonly options: FetchOptions;
}

export type FakeResponse = Partial<FetchResponse> | Promise<Partial<FetchResponse>>;

export interface FakeContext extends RunContext {
  readonly asked: readonly FakeRequest[];
  readonly warnings: readonly string[];
}

export function fakeContext(
  answer: (asked: FakeRequest) => FakeResponse,
  { now = Date.UTC(2026, 5, 1), facts }: { now?: number; facts?: TitleMetadata | undefined } = {},
): FakeContext {
  const asked: FakeRequest[] = [];
  const warnings: string[] = [];
  return {
    asked,
    warnings,
    signal: new AbortController().signal,
    now: () => now,
    getMetadata: async () => facts,
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

export function jsonResponse(body: unknown, status = 200): Partial<FetchResponse> {
  return { status, body: JSON.stringify(body) };
}
