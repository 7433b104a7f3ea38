// A run context without network for tests, which records requests.
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { TitleMetadata } from '#match.ts';
import type { FetchResponse, FetchOptions, RunContext } from '../source.ts';

export interface FakeRequest {
  readonly url: string;
  readonly options: FetchOptions;
}

export type FakeResponse = Partial<FetchResponse> | Promise<Partial<FetchResponse>>;

interface FakeContext extends RunContext {
  readonly requests: readonly FakeRequest[];
  readonly warnings: readonly string[];
}

export function fakeContext(
  respond: (requests: FakeRequest) => FakeResponse,
  {
    now = Date.UTC(2026, 5, 1),
    facts,
    capabilities,
  }: {
    now?: number;
    facts?: TitleMetadata | undefined;
    capabilities?: Capabilities;
  } = {},
): FakeContext {
  const requests: FakeRequest[] = [];
  const warnings: string[] = [];
  return {
    requests,
    warnings,
    signal: new AbortController().signal,
    capabilities,
    now: () => now,
    getMetadata: async () => facts,
    progress: () => undefined,
    warn: (message) => warnings.push(message),
    fetch: async (url, options = {}) => {
      requests.push({ url, options });
      return {
        status: 200,
        headers: {},
        finalUrl: url,
        body: '',
        ...(await respond({ url, options })),
      };
    },
  };
}

export function jsonResponse(body: unknown, status = 200): Partial<FetchResponse> {
  return { status, body: JSON.stringify(body) };
}
